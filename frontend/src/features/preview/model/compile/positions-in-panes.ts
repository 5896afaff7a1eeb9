import type { ConsoleEntry } from '@studio/contract/console';
import { type BuiltDocument, pageName, scriptName } from '@studio/engine/build-document';
import { locate } from '@studio/engine/page-positions';
import { isFirefox, isWebKit, scriptAt } from '@studio/engine/page-scripts';
import type { SourceLanguage } from '@studio/engine/source';
import type { TextPosition } from '@studio/engine/text-position';

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
    return stack.replace(place, (whole, file: string, line: string, column: string, at: number) => {
      frames += 1;
      if (frames > maxFrames) return whole;
      const reported = { line: Number(line), column: Number(column) };
      const name = fileName(file, origin);
      if (name !== pageName) return translate(name, reported, document) ?? whole;
      const script = scriptOf(functionBefore(stack, at), reported, document);
      // Otherwise a part of the page that is in no pane.
      return (script && translate(script, reported, document)) ?? `page:${line}:${column}`;
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

/** The name of the script of a frame in the page, or that of the page; null for a handler whose place is unknown. */
function scriptOf(functionName: string, reported: TextPosition, document: BuiltDocument): string | null {
  if (isWebKit()) return scriptAt(document, reported, functionName);
  return isFirefox() && handler.test(functionName) ? null : pageName;
}

/** The function of an attribute, which Firefox counts from its start. */
const handler = /^on[a-z]+$/;

/** The function's name in a line of a stack of WebKit or Firefox, `name@address`. */
function functionBefore(stack: string, at: number): string {
  const start = stack.lastIndexOf('\n', at) + 1;
  return stack[at - 1] === '@' ? stack.slice(start, at - 1) : '';
}

function translate(file: string, reported: TextPosition, document: BuiltDocument): string | null {
  const found = locate(document, file, reported);
  return found && `${paneFiles[found.language]}:${found.line}:${found.column}`;
}
