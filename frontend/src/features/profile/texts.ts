/** Texts of the User Profile (specification: Dialogs). */

export const userProfile = 'User Profile';
export const avatarUpdateFailed = 'Avatar update failed';
export const avatarUpdated = 'Avatar updated';
export const changeAvatar = 'Change avatar';
export const anotherAvatar = 'Try another';
export const keepAvatar = 'Keep this avatar';
export const cancel = 'Cancel';
export const passwordChangeFailed = 'Password change failed';
export const mayBeChanged =
  'An earlier attempt, whose response was lost, may have changed it: then the new one is the current one.';
export const passwordChanged = 'Password changed';
export const otherSessionsEnded = 'You are signed out everywhere else.';
export const password = 'Password';
export const currentPassword = 'Current password';
export const newPassword = 'New password';
export const showPasswords = 'Show passwords';
export const changePassword = 'Change password';
export const projects = 'Projects';
export const publicProjects = 'Public projects';
export const likesReceived = 'Likes received';
export const views = 'Views';
export const forks = 'Forks';
export const files = 'Files';
export const statistics = 'Statistics';
export const statisticsFailed = 'Failed to load statistics';
export const loadingStatistics = 'Loading statistics...';
export const storage = 'Storage';

export const memberSince = (date: string) => `Member since ${date}`;
