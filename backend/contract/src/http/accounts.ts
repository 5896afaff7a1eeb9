import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { Email, GivenPassword, SignIn, User } from './auth.js';
import { text, Username } from './text.js';

const NewPassword = text(limits.passwordMax, limits.passwordMin);

export const Registration = z.object({ email: Email, username: Username, password: NewPassword });
export type Registration = z.infer<typeof Registration>;

/** The styles that an avatar is chosen from (specification: Avatars). */
export const avatarStyles = [
  'avataaars',
  'big-smile',
  'bottts',
  'identicon',
  'initials',
  'pixel-art',
] as const;
export type AvatarStyle = (typeof avatarStyles)[number];

export const ProfileUpdate = z.object({ avatar: text(limits.urlLength, 1) });
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

export const PasswordChange = z.object({ currentPassword: GivenPassword, newPassword: NewPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Registration, and changes of one's own account. */
export const accountRoutes = {
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary:
      'Make an account and sign in. 403 when registration is closed, 409 when the name or e-mail is taken.',
    access: 'none',
    status: 201,
    body: Registration,
    response: SignIn,
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/auth/me',
    summary: 'Change the avatar: an address of the studio’s own avatars, or of AVATAR_URL.',
    access: 'required',
    status: 200,
    body: ProfileUpdate,
    response: User,
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/password',
    summary: 'Set a new password; ends all other sessions of the account. 401 when the current one is wrong.',
    access: 'required',
    status: 204,
    body: PasswordChange,
  }),
};
