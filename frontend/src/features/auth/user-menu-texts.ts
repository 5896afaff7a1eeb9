/** Texts of the user menu (specification: Header); loaded with the editor. */

export const profile = 'Profile';
export const adminPanel = 'Admin Panel';
export const logout = 'Logout';
