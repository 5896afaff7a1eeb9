import type { Plugin } from 'prettier';
import { formatWithCursor } from 'prettier/standalone';
import type { FormatRequest, FormatResponse, Formatted } from './formatter.ts';

const html = async (): Promise<Plugin> => import('prettier/plugins/html');
const css = async (): Promise<Plugin> => import('prettier/plugins/postcss');
const markdown = async (): Promise<Plugin> => import('prettier/plugins/markdown');
const babel = async (): Promise<Plugin> => import('prettier/plugins/babel');
const typescript = async (): Promise<Plugin> => import('prettier/plugins/typescript');
const estree = async () => (await import('prettier/plugins/estree')) as Plugin;

/** The parsers for each file extension, including those of embedded languages. */
const plugins: Record<string, (() => Promise<Plugin>)[]> = {
  html: [html, css, babel, estree],
  md: [markdown],
  css: [css],
  scss: [css],
  less: [css],
  js: [babel, estree],
  jsx: [babel, estree],
  ts: [typescript, estree],
  tsx: [typescript, estree],
  vue: [html, css, babel, typescript, estree],
};

/** Runs Prettier in a worker, so that a long text does not block the page. */
self.addEventListener('message', ({ data }: MessageEvent<FormatRequest>) => void formatAndRespond(data));

async function formatAndRespond(request: FormatRequest): Promise<void> {
  respond({ kind: 'formatted', formatted: await format(request) });
}

function respond(response: FormatResponse): void {
  self.postMessage(response);
}

async function format({ fileName, text, caret, tabWidth, useTabs }: FormatRequest): Promise<Formatted> {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  try {
    const loaded = await Promise.all((plugins[ending] ?? []).map((load) => load()));
    respond({ kind: 'loaded' });
    const { formatted, cursorOffset } = await formatWithCursor(text, {
      filepath: fileName,
      plugins: loaded,
      cursorOffset: caret,
      tabWidth,
      useTabs,
      endOfLine: 'auto',
    });
    return { ok: true, text: formatted, caret: Math.max(0, cursorOffset) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const start = (error as { loc?: { start?: { line: number; column: number } } }).loc?.start;
    // The lines behind the first one show the code.
    const message = reason.split('\n', 1)[0]?.replace(/ \(\d+:\d+\)$/, '') ?? reason;
    return { ok: false, message, line: start?.line ?? null, column: start?.column ?? null };
  }
}
