import type { Style } from '@dicebear/core';
import { type AvatarStyle, avatarStyles } from '@studio/contract/http/accounts';
import type { Request, RequestHandler } from 'express';
import { setSecurityHeaders } from '../common/http/security-headers.js';
import { readAvatarSeed } from '../features/users/user-avatars.js';

/**
 * `GET /avatars/{style}/{seed}.svg` on the hosts that `isAssetsHost` accepts: the drawing of a seed, immutable and for
 * any page.
 */
export function avatarHandler(
  isAssetsHost: (request: Request) => boolean,
): RequestHandler<{ style: string; file: string }> {
  return async (request, response) => {
    const { style, file } = request.params;
    const seed = readAvatarSeed(file);
    if (!isAssetsHost(request) || !isAvatarStyle(style) || seed === null) {
      response.status(404).type('text').send('Not found');
      return;
    }
    setSecurityHeaders('file', response);
    response.set({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
    });
    response.send(await drawAvatar(style, seed));
  };
}

function isAvatarStyle(style: string): style is AvatarStyle {
  return (avatarStyles as readonly string[]).includes(style);
}

/** Draws the avatar of a seed as SVG; the same seed always gives the same picture. */
async function drawAvatar(style: AvatarStyle, seed: string): Promise<string> {
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
