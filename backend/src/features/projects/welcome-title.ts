/** CONTRACT: the title by which a page finds the studio's own welcome project. */
export const welcomeTitle = 'Welcome to CodeStudio';
