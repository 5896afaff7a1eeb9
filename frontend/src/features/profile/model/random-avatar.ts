import { avatarStyles } from '@studio/contract/http/accounts';
import type { StudioConfig } from '@studio/contract/http/studio';
import { nanoid } from 'nanoid';

export type AvatarService = Pick<StudioConfig, 'assetsUrl' | 'avatarUrl'>;

/** The address of a picture of random style and seed (SPEC 7 Authentication, CONTRACT 4 Avatars). AVATAR_URL is addressed as DiceBear's own service is. */
export function randomAvatar({ assetsUrl, avatarUrl }: AvatarService): string {
  const style = avatarStyles[Math.floor(Math.random() * avatarStyles.length)];
  const seed = nanoid(12);
  return avatarUrl === null
    ? `${assetsUrl}/avatars/${style}/${seed}.svg`
    : `${avatarUrl.replace(/\/+$/, '')}/${style}/svg?seed=${seed}`;
}
