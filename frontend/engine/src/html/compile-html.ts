import MagicString from 'magic-string';
import type { Problem } from '../problem.js';
import { rememberRecent } from '../recent-results.js';
import { guardLoops } from '../script/guard-loops.js';
import { findImports, isRelative, type ModuleImport } from '../script/module-imports.js';
import { parseScript } from '../script/parse-script.js';
import { lineAt, lineStarts, onlyLineEnds, positionAt, type TextPosition } from '../text-position.js';
import { type ImportMap, mergeImportMaps, readImportMap } from './import-map.js';
import { findInlineScripts, type InlineScript } from './inline-scripts.js';
import { findLandmarks } from './landmarks.js';

/** An import in a script of the page, with its place in the HTML pane. */
export interface PageImport extends Pick<ModuleImport, 'specifier' | 'names'> {
  position: TextPosition;
}

/** The HTML pane as browsers take it, with the lines it had. */
export interface CompiledHtml {
  html: string;
  imports: PageImport[];
  /** Its own import maps, taken out of the page. */
  importMap: ImportMap;
  problems: Problem[];
}

/** Compiles the HTML pane: its scripts are guarded like the JavaScript pane, its import maps read. */
export const compileHtml = rememberRecent(
  async (input: { html: string; guardLoops: boolean }): Promise<CompiledHtml> => {
    const { html } = input;
    const edited = new MagicString(html);
    const compiled: CompiledHtml = { html, imports: [], importMap: {}, problems: unclosedParts(html) };
    const starts = lineStarts(html);
    for (const script of findInlineScripts(html)) {
      if (script.kind === 'importmap') takeImportMap(script, edited, compiled);
      else {
        const from = script.start;
        const lineOf = (offset: number) => lineAt(starts, from + offset);
        const { js, imports } = await compileInline(html, script, input.guardLoops ? lineOf : null);
        if (from < script.end) edited.update(from, script.end, js);
        compiled.imports.push(
          ...imports.map((each) => ({ ...each, position: positionAt(html, from + each.start) })),
        );
      }
    }
    return { ...compiled, html: edited.toString() };
  },
);

/** A script that does not parse stays as it is: browsers tell its author. */
async function compileInline(
  html: string,
  { kind, start, end }: InlineScript,
  lineOf: ((offset: number) => number) | null,
): Promise<{ js: string; imports: ModuleImport[] }> {
  const js = html.slice(start, end);
  const parsed = js.trim() === '' ? null : await parseScript(js, kind === 'module' ? 'module' : 'script');
  if (!parsed || parsed.mistake || !parsed.program) return { js, imports: [] };
  const imports = (await findImports(parsed.program)).filter(({ specifier }) => !isRelative(specifier));
  if (!lineOf) return { js, imports };
  const edited = new MagicString(js);
  await guardLoops(edited, parsed.program, lineOf);
  return { js: edited.toString(), imports };
}

function takeImportMap(script: InlineScript, edited: MagicString, compiled: CompiledHtml): void {
  const { tagStart, start, end } = script;
  const map = readImportMap(edited.original.slice(start, end));
  if ('mistake' in map) {
    const position = positionAt(edited.original, start);
    compiled.problems.push({ language: 'html', severity: 'error', message: map.mistake, ...position });
    return;
  }
  compiled.importMap = mergeImportMaps(compiled.importMap, map);
  // Its end tag stays behind and means nothing.
  edited.update(tagStart, end, onlyLineEnds(edited.original.slice(tagStart, end)) || ' ');
}

/** What is never closed hides the rest of the page, which is more often a mistake than not. */
function unclosedParts(html: string): Problem[] {
  const { unclosed } = findLandmarks(html);
  if (!unclosed) return [];
  const message = `This is never closed: ${unclosed.name} is missing, and what follows is not shown`;
  return [{ language: 'html', severity: 'warning', message, ...positionAt(html, unclosed.start) }];
}
