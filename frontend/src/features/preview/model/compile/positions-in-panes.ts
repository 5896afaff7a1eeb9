import type { ConsoleEntry } from '@studio/contract/console';
import { type BuiltDocument, scriptName } from '@studio/engine/build-document';
import { locate, pageName } from '@studio/engine/page-positions';
import type { SourceLanguage } from '@studio/engine/source';

/** The panes' file names in a stack. */
const paneFiles: Record<SourceLanguage, string> = { html: pageName, css: 'style.css', js: scriptName };

/** The position at the end of a stack line: a file or an address, line and column. */
const place = /(?<![^\s(@])([^\s(@]+):(\d+):(\d+)(?=\)?$)/gm;

/** How many frames of an entry are translated; a page may name any number of them. */
const maxFrames = 100;

/**
 * Translates positions in an entry's stacks from the written page to the panes. `origin` is the frame's, `document` is
 * the document that was written into it.
 */
export function withPositionsInPanes(
  entry: ConsoleEntry,
  origin: string,
  document: BuiltDocument,
): ConsoleEntry {
  let frames = 0;

  function inPanes(stack: string): string {
    return stack.replace(place, (whole, file: string, line: string, column: string) => {
      frames += 1;
      return frames > maxFrames
        ? whole
        : translate(whole, fileName(file, origin), Number(line), Number(column), document);
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

/** The page itself can have any path of its origin except the folders of libraries and packages. */
function fileName(file: string, origin: string): string {
  const path = file.startsWith(`${origin}/`) ? file.slice(origin.length) : '';
  return path && !/^\/(?:lib|packages)\//.test(path) ? pageName : file;
}

function translate(
  whole: string,
  file: string,
  line: number,
  column: number,
  document: BuiltDocument,
): string {
  const found = locate(document, file, { line, column });
  if (found) return `${paneFiles[found.language]}:${found.line}:${found.column}`;
  // A part of the page that is in no pane.
  return file === pageName ? `page:${line}:${column}` : whole;
}
