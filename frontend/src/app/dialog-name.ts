/** The dialogs of the editor shell, of which one is open at a time. */
export type DialogName =
  | 'projects'
  | 'browse'
  | 'details'
  | 'revisions'
  | 'embed'
  | 'conflict'
  | 'framework'
  | 'templates'
  | 'profile'
  | 'users'
  | 'report'
  | 'commands'
  | 'shortcuts';
