/** What the user menu says (specification: Header); it comes with the editor. */

export const profile = 'Profile';
export const adminPanel = 'Admin Panel';
export const logout = 'Logout';
