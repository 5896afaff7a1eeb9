/** The tabs of the Admin Panel. */
export type AdminTab = 'projects' | 'users' | 'reports' | 'activity' | 'audit';
