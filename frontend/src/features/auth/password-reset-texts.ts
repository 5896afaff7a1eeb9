/** Texts of the page for a new password (specification: Login screen). */

export const newPasswordTitle = 'New password';
export const askHint =
  'Enter the address of your account. You will get an email with a link for a new password.';
export const email = 'Email';
export const sendLink = 'Send the link';
export const checkMail = 'Check your email';
export const sentHint =
  'If there is an account with this address, a link is on its way to it. It works once, for 30 minutes.';
/** For everybody, so that it says nothing about an address. */
export const forumHint = 'If you sign in through the forum, you have no password here, and get no email.';
export const chooseHint = 'Choose a new password. You will be signed out everywhere.';
export const newPassword = 'New password';
export const showPassword = 'Show password';
export const setPassword = 'Set password';
export const askAgain = 'Ask for a new link';
export const backToLogin = 'Back to login';
export const passwordSet = 'Password changed';
export const signInNow = 'Sign in with the new one.';

export const askInstead = (address: string) =>
  `This studio sends no email. Ask ${address} for a new password.`;
