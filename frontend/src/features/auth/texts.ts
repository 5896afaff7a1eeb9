/** Texts of the login screen and of the sign-in from the forum (specification: Login screen). */

export const authError = 'Authentication Error';
export const openConsole = 'Open the browser console (F12) for details.';
export const retry = 'Retry';
export const goHome = 'Go to Home';
export const authenticating = 'Authenticating...';
export const authenticated = 'Authentication Successful!';
export const redirecting = 'Redirecting you to CodeStudio...';
export const loginFailed = 'Login failed';
export const continueWithForum = 'Continue with the forum';
export const account = 'Account';
export const login = 'Login';
export const register = 'Register';
export const registerOnMainSite = 'You cannot register here. New accounts are created on the main site.';
export const registerInForum = 'You cannot register here. Sign in with your forum account.';
export const adminLogin = 'Admin Login';
/** Followed by the name of the main site. */
export const forAdmins = 'This login is for admin access only. Regular users come through the';
export const mainSite = 'main site';
export const email = 'Email';
export const password = 'Password';
export const wrongPair = 'Wrong email or password.';
export const forgotPassword = 'Forgot your password?';
export const getNewPassword = 'Get a new one';
export const askForPassword = 'Ask';
export const tryDemo = 'Try Demo Account';
export const switchAccounts = 'Switch accounts?';

export const whoIsWho = (current: string, arriving: string) =>
  `You are signed in as ${current}. This link signs you in as ${arriving}. If you did not ask for that, stay signed in.`;
export const stayAs = (name: string) => `Stay signed in as ${name}`;
export const switchTo = (name: string) => `Switch to ${name}`;
