/** CONTRACT: the title by which the studio's own welcome project is found. */
export const welcomeTitle = 'Welcome to CodeStudio';
