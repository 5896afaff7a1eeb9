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

export const PasswordResetRequest = z.object({ email: Email });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** `token` is the part of the link in the email after `#`. */
export const PasswordReset = z.object({ token: text(limits.resetTokenLength, 1), newPassword: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Registration, and changes of one's own account. */
export const accountRoutes = {
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary:
      'Make an account and sign in. 403 when registration is closed, 409 when the name or email is taken.',
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
    summary: 'Set a new password; ends all other sessions of the account. 400 when the current one is wrong.',
    access: 'required',
    status: 204,
    body: PasswordChange,
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/auth/password-reset',
    summary:
      'Send a link for a new password to this address, if a local account has it; the answer is the same if none has. 403 when the studio sends no email, 429 after too many requests.',
    access: 'none',
    status: 204,
    body: PasswordResetRequest,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/password-reset/confirmation',
    summary:
      'Set a new password by the token of such a link, once and within 30 minutes; ends all sessions of the account. 400 `invalid_reset_link` for any other token.',
    access: 'none',
    status: 204,
    body: PasswordReset,
  }),
};
