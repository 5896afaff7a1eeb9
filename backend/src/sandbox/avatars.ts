import type { Style } from '@dicebear/core';
import { type AvatarStyle, avatarStyles } from '@studio/contract/http/accounts';

export function isAvatarStyle(style: string): style is AvatarStyle {
  return (avatarStyles as readonly string[]).includes(style);
}

/** Draws the avatar of a seed as SVG; the same seed always gives the same picture. */
export async function drawAvatar(style: AvatarStyle, seed: string): Promise<string> {
  // Loaded on first use: the drawings are large and most starts never need them.
  const [{ createAvatar }, collection] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/collection'),
  ]);
  const drawings: Record<AvatarStyle, Style<object>> = {
    avataaars: collection.avataaars,
    'big-smile': collection.bigSmile,
    bottts: collection.bottts,
    identicon: collection.identicon,
    initials: collection.initials,
    'pixel-art': collection.pixelArt,
  };
  return createAvatar(drawings[style], { seed }).toString();
}
