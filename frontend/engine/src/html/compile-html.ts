import MagicString from 'magic-string';
import { memoizeRecent } from '../memoize-recent.js';
import { inlineScriptName } from '../page-positions.js';
import type { Problem } from '../problem.js';
import { type ImportMetaEnv, insertMetaEnv } from '../script/import-meta-env.js';
import { insertLoopChecks, refusesLoopChecks } from '../script/insert-loop-checks.js';
import { findImports, isOtherFile, type ModuleImport } from '../script/module-imports.js';
import { replaceNodeEnv } from '../script/node-env.js';
import { parseScript } from '../script/parse-script.js';
import { type Insertion, ScriptInsertions } from '../script/script-insertions.js';
import { lastBefore, lineStarts, onlyLineEnds, placeAt, type TextPosition } from '../text-position.js';
import { type DocumentBase, findBase, withBase } from './document-base.js';
import {
  findInlineScripts,
  foreignText,
  type ImportMap,
  type InlineScript,
  mergeImportMaps,
  readImportMap,
} from './inline-scripts.js';
import { findLandmarks } from './landmarks.js';
import type { MarkupPlace } from './markup.js';

/** An import in a script of the page, with its place in the HTML pane. */
export interface PageImport extends Pick<ModuleImport, 'specifier' | 'names' | 'hasAttributes'> {
  position: TextPosition;
}

/** The HTML pane as browsers parse it, with unchanged line numbers. */
export interface CompiledHtml {
  html: string;
  imports: PageImport[];
  /** Texts that the engine inserted into its scripts, by the names of those scripts. */
  insertions: Record<string, Insertion[]>;
  /** Its own import maps, taken out of the page. */
  importMap: ImportMap;
  /** The address that its import maps and relative imports count from; undefined: that of the page. */
  base: string | undefined;
  problems: Problem[];
}

interface HtmlInput {
  html: string;
  places: readonly MarkupPlace[] | null;
  checkLoops: boolean;
  /** Scripts get a name (`sourceURL`) with their position in the pane, which browsers report with errors. */
  nameScripts: boolean;
  metaEnv: ImportMetaEnv;
}

/** Compiles the HTML pane: guards the loops of its scripts like the JavaScript pane, and reads its import maps. */
export const compileHtml = memoizeRecent(async (input: HtmlInput): Promise<CompiledHtml> => {
  const { html } = input;
  const edited = new MagicString(html);
  const compiled: CompiledHtml = {
    html,
    imports: [],
    insertions: {},
    importMap: {},
    base: undefined,
    problems: [],
  };
  const placeIn = placesIn(html, input.places);
  compiled.problems.push(...unclosedParts(html, placeIn));
  const scripts = findInlineScripts(html);
  const maps: ImportMap[] = [];
  const base = scripts.some(({ kind }) => kind === 'importmap') ? findBase(html) : null;
  for (const script of scripts) {
    if (script.kind === 'importmap') maps.push(...takeImportMap(script, base, edited, compiled, placeIn));
    else await compileInline(script, input, edited, compiled, placeIn);
  }
  return { ...compiled, importMap: mergeImportMaps(maps), base: base?.href, html: edited.toString() };
});

/** Maps an offset of the HTML to its position in the pane. */
type PlaceIn = (offset: number) => TextPosition;

/** In HTML compiled from another language, text behind a known place is assumed to be unchanged. */
function placesIn(html: string, places: readonly MarkupPlace[] | null): PlaceIn {
  const starts = lineStarts(html);
  if (places === null) return (offset) => placeAt(starts, offset);
  return (offset) => {
    const known = lastBefore(places, offset) ?? { offset: 0, line: 1, column: 1 };
    const from = placeAt(starts, known.offset);
    const to = placeAt(starts, offset);
    const isSameLine = from.line === to.line;
    return {
      line: known.line + to.line - from.line,
      column: isSameLine ? known.column + to.column - from.column : to.column,
    };
  };
}

/** A script with a syntax error only gets its name; it adds a warning, since the browser will report the error. */
async function compileInline(
  { kind, start, end, isForeign }: InlineScript,
  { html, checkLoops: isGuarded, nameScripts, metaEnv }: HtmlInput,
  edited: MagicString,
  compiled: CompiledHtml,
  placeIn: PlaceIn,
): Promise<void> {
  const js = html.slice(start, end);
  if (js.trim() === '') return;
  const placeOf = (offset: number) => placeIn(start + offset);
  const text = isForeign ? foreignText(js) : js;
  const parsed = await parseScript(text, kind === 'module' ? 'module' : 'script');
  if (parsed.mistake) {
    // Other names of characters are not read here.
    if (isForeign && /&[#\w]+;/.test(text)) return;
    const { message, offset } = parsed.mistake;
    compiled.problems.push({ language: 'html', severity: 'warning', message, ...placeOf(offset) });
    // Browsers read the name only before the mistake, and it may not add a line.
    if (nameScripts && /^[\t ]*[\r\n]/.test(js)) edited.appendLeft(start, nameComment(placeOf(0)));
    return;
  }
  const code = new MagicString(js);
  if (parsed.program) {
    for (const { specifier, names, hasAttributes, nameStart } of findImports(parsed.program))
      if (!isOtherFile(specifier))
        compiled.imports.push({ specifier, names, hasAttributes, position: placeOf(nameStart) });
    const script = new ScriptInsertions(code);
    if (kind === 'module') {
      replaceNodeEnv(code, parsed.program, metaEnv.MODE);
      insertMetaEnv(script, parsed.program, metaEnv, placeOf);
    }
    if (isGuarded && !refusesLoopChecks(js)) insertLoopChecks(script, parsed.program, placeOf);
    compiled.insertions[inlineScriptName(placeOf(0))] = script.places();
  }
  if (nameScripts) {
    const name = nameComment(placeOf(0));
    // A comment at the end would hide the name, and a line end before the name would move all lines below.
    if (parsed.endComment === null) code.append(` ${name}`);
    else if (!isForeign) {
      // Without it, the script might not end at its end tag.
      const arrow = js.includes('-->', parsed.endComment) ? '/*-->*/ ' : '';
      code.update(parsed.endComment, js.length, `${arrow}${name}`);
    }
  }
  edited.update(start, end, code.toString());
}

function nameComment(place: TextPosition): string {
  return `//# sourceURL=${inlineScriptName(place)}`;
}

/** Takes an import map out of the page, unless it has a mistake. */
function takeImportMap(
  script: InlineScript,
  base: DocumentBase | null,
  edited: MagicString,
  compiled: CompiledHtml,
  placeIn: PlaceIn,
): ImportMap[] {
  const { tagStart, start, end } = script;
  const map = readImportMap(edited.original.slice(start, end));
  if ('mistake' in map) {
    const position = placeIn(start);
    compiled.problems.push({ language: 'html', severity: 'error', message: map.mistake, ...position });
    return [];
  }
  // Its end tag remains and has no effect.
  edited.update(tagStart, end, onlyLineEnds(edited.original.slice(tagStart, end)) || ' ');
  // In the page that is built, it comes before the base.
  return [base !== null && base.start < tagStart ? withBase(map, base.href) : map];
}

/** Reports an unclosed part: it hides the rest of the page, which is rarely intended. */
function unclosedParts(html: string, placeIn: PlaceIn): Problem[] {
  const { unclosed } = findLandmarks(html);
  if (!unclosed) return [];
  const message = `This is never closed: ${unclosed.name} is missing, and what follows is not shown`;
  return [{ language: 'html', severity: 'warning', message, ...placeIn(unclosed.start) }];
}
