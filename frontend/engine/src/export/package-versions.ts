/** Versions that a package asks for. Those that the studio carries itself are the studio's (a test compares them). */
export const packageVersions = {
  '@popperjs/core': '^2.11.8',
  '@tailwindcss/vite': '^4.3.5',
  '@types/bootstrap': '^5.2.11',
  '@vitejs/plugin-react': '^6.3.0',
  '@vitejs/plugin-vue': '^6.0.11',
  bootstrap: '5.3.0',
  bulma: '0.9.4',
  sass: '^1.108.2',
  tailwindcss: '^4.3.5',
  typescript: '^5.9.3',
  vite: '^8.3.8',
  vue: '^3.5.45',
  'vue-tsc': '^3.3.14',
} as const;

export type CarriedPackage = keyof typeof packageVersions;

/** React, what draws it, and the types of both, which go together. */
export const reactVersions = {
  17: { react: '^17.0.2', 'react-dom': '^17.0.2', types: '^17.0.93', domTypes: '^17.0.9' },
  18: { react: '^18.3.1', 'react-dom': '^18.3.1', types: '^18.3.9', domTypes: '^18.3.7' },
  19: { react: '^19.3.1', 'react-dom': '^19.3.1', types: '^19.3.0', domTypes: '^19.3.0' },
} as const;
