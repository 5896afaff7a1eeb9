/** What the user menu says (CONTRACT 4 user menu); it comes with the editor. */

export const profile = 'Profile';
export const adminPanel = 'Admin Panel';
export const logout = 'Logout';
