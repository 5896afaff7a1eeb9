import type { ConsoleEntry } from '@studio/contract/console';
import { type BuiltDocument, scriptName } from '@studio/engine/build-document';
import { locate, pageName } from '@studio/engine/page-positions';
import type { SourceLanguage } from '@studio/engine/source';

/** The names of the panes in a stack. */
const paneFiles: Record<SourceLanguage, string> = { html: pageName, css: 'style.css', js: scriptName };

/** The place at the end of a line of a stack: a file or an address, line and column. */
const place = /(?<![^\s(@])([^\s(@]+):(\d+):(\d+)(?=\)?$)/gm;

/** Where lines have been found already: a loop prints from one and the same. */
const found = new WeakMap<BuiltDocument, Map<string, string>>();

/**
 * An entry whose stacks name places in the panes, where a browser names them in the page that was written. `origin` is
 * the frame's, `document` what was written into it.
 */
export function withPositionsInPanes(
  entry: ConsoleEntry,
  origin: string,
  document: BuiltDocument,
): ConsoleEntry {
  const known = found.get(document) ?? new Map<string, string>();
  found.set(document, known);

  function inPanes(stack: string): string {
    return stack.replace(place, (whole, file: string, line: string, column: string) => {
      let told = known.get(whole);
      if (told === undefined) {
        told = tell(whole, fileName(file, origin), Number(line), Number(column), document);
        known.set(whole, told);
      }
      return told;
    });
  }

  const { stack, objects } = entry;
  return {
    ...entry,
    ...(stack !== undefined && { stack: inPanes(stack) }),
    ...(objects && {
      objects: objects.map((object) =>
        object.kind === 'error' && object.text !== undefined
          ? { ...object, text: inPanes(object.text) }
          : object,
      ),
    }),
  };
}

/** The page itself has an address of its origin; libraries and packages stand in folders there. */
function fileName(file: string, origin: string): string {
  const path = file.startsWith(`${origin}/`) ? file.slice(origin.length) : '';
  return path && !/^\/(?:lib|packages)\//.test(path) ? pageName : file;
}

function tell(whole: string, file: string, line: number, column: number, document: BuiltDocument): string {
  const found = locate(document, file, { line, column });
  if (found) return `${paneFiles[found.language]}:${found.line}:${found.column}`;
  // Nobody wrote that part of the page.
  return file === pageName ? `page:${line}:${column}` : whole;
}
