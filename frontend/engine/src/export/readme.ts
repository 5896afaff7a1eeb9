import type { FetchedAssets } from './assets/fetched-assets.js';
import { publicFolder } from './assets/link-assets.js';
import type { PackageFile } from './exported-project.js';

interface ReadmeInput {
  title: string;
  files: PackageFile[];
  isTyped: boolean;
  assets: FetchedAssets;
}

/** How to run the package, what its files are, and what is missing. */
export function readme({ title, files, isTyped, assets }: ReadmeInput): string {
  const hasAssets = assets.got.size > 0;
  const rows = [
    ...files.map(({ path, note }) => [path, note]),
    ['standalone.html', 'The whole project as one page that you can open.'],
    ...(hasAssets ? [[`${publicFolder}/`, 'The pictures, fonts and other files that it uses.']] : []),
  ];
  return `# ${title.replace(/[\r\n]+/g, ' ')}

A project made with CodeStudio.

## Look at it

Open \`standalone.html\` in a browser. It is the whole project in one file and needs nothing else but, where it uses libraries, a network to load them from.${hasAssets ? ` Keep \`${publicFolder}\` beside it: large files, and those that the page links to, are there.` : ''}

## Work on it

You need [Node.js](https://nodejs.org) 22 or newer.

\`\`\`sh
npm install
npm run dev      # http://localhost:3000, follows every change
npm run build    # the finished page, in dist/
npm run preview  # serves dist/
${isTyped ? 'npm run check    # checks types\n' : ''}\`\`\`

## What is what

| File | |
|---|---|
${rows.map(([path, note]) => `| \`${path}\` | ${note} |`).join('\n')}
${whatIsMissing(assets)}`;
}

function whatIsMissing({ missing }: FetchedAssets): string {
  if (missing.size === 0) return '';
  return `
## What is missing

These files could not be packed. The project still names them by their address: put a file of yours in its place.

${[...missing].map(([address, reason]) => `- <${address}>: ${reason}`).join('\n')}
`;
}
