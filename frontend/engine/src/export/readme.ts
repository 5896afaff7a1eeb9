import type { PackageFile } from './exported-project.js';

/** How the package is run, and what is what in it. */
export function readme(title: string, files: PackageFile[], isTyped: boolean): string {
  return `# ${title.replace(/[\r\n]+/g, ' ')}

A project made with CodeStudio.

## Look at it

Open \`standalone.html\` in a browser. It is the whole project in one file and needs nothing else but, where it uses libraries, a network to load them from.

## Work on it

You need [Node.js](https://nodejs.org) 22 or newer.

\`\`\`sh
npm install
npm run dev      # http://localhost:3000, follows every change
npm run build    # the finished page, in dist/
npm run preview  # serves dist/
${isTyped ? 'npm run check    # looks for mistakes in types\n' : ''}\`\`\`

## What is what

| File | |
|---|---|
${files.map(({ path, note }) => `| \`${path}\` | ${note} |`).join('\n')}
`;
}
