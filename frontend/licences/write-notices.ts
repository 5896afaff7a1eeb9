import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { packagesOfBrowsers, repository } from './locked-packages.ts';

/**
 * Writes `/licences.txt` of the app: the licence and the notices of every package of which a browser may be sent
 * something, as those licences want. Packages that share a text stand above it together.
 */
const namesOfText = new Map<string, string[]>();
for (const { path, name, version, licence } of packagesOfBrowsers()) {
  const folder = `${repository}${path}`;
  const text =
    textsIn(folder) || `No text comes with it. It says of itself: ${licence}, by ${authorIn(folder)}.`;
  namesOfText.set(text, [...(namesOfText.get(text) ?? []), `${name} ${version}`]);
}
const line = '='.repeat(80);
const parts = [...namesOfText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
const opening = 'CodeStudio is sent to browsers with these packages of other people.\n';
writeFileSync(`${repository}frontend/dist/app/licences.txt`, [opening, ...parts].join(`\n${line}\n\n`));

function textsIn(folder: string): string {
  return readdirSync(folder)
    .filter((file) => /(^|\.)(licen[cs]e|notice|copying|thirdpartynotices)/i.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

function authorIn(folder: string): string {
  const { author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    author?: string | { name: string };
  };
  return typeof author === 'object' ? author.name : (author ?? 'its authors');
}
