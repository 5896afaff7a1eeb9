import { Worker } from 'node:worker_threads';
import { preloadPlace, toHtml } from '@studio/engine/build-document';
import { type CompiledProject, type CompileTarget, compile, loadCompilers } from '@studio/engine/compile';
import { endedCompile } from '@studio/engine/compile-deadline';
import { hasForeignBase } from '@studio/engine/html/document-base';
import { hasScript, isBlank, isDrawnByScript } from '@studio/engine/html/is-blank';
import { packageModule } from '@studio/engine/libraries/frozen-packages';
import { isError, type Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { setUpChildProcess } from '../../common/child-process.js';

/** A message to the process, one at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
}

/** A project as a page without any runtime, with facts about it, so that the server need not parse it again. */
export interface CompiledPage {
  /** UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** Offset in bytes directly after the doctype, where markup is inserted before everything else. */
  contentStart: number;
  /** Offset in bytes where preloads of modules can be inserted. */
  preloadPlace: number;
  /** Its markup shows nothing; everything visible is drawn by its script. */
  isBlank: boolean;
  /** A script draws all or part of what is visible, which a page without scripts leaves empty. */
  isDrawnByScript: boolean;
  /** A script may change what is visible. */
  hasScript: boolean;
  /** Imports of npm packages, first those that the project has no version of. */
  packageImports: string[];
  hasAllVersions: boolean;
  /** The addresses of the package modules that it imports and can preload. */
  packageModules: string[];
  /** The errors that left parts of the project out. */
  problems: Problem[];
}

/** The page, or why compiling was ended, and which pane caused it. */
export type CompileOutcome = CompiledPage | { problems: Problem[] };

/** Messages from the process: first `loaded`, once the compilers are, then the outcome or an internal error. */
export type CompileResponse = 'loaded' | CompileOutcome | { fault: string };

/** In bytes. Only styles that generate others endlessly make a larger page, which is not sent. */
const maxPageBytes = 16 * 1_048_576;
/** More errors, or longer messages, would not be read. */
const maxErrors = 50;
const maxMessageLength = 1_000;

/** Runs the engine in a separate process, so that slow code does not block the server. */
process.on('message', (request: CompileRequest) => void respond(request));

setUpChildProcess();

/** An endless loop would keep this process from noticing that the server is gone, so a thread checks each second. */
const watch = `
  const server = process.ppid;
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1_000);
`;
new Worker(watch, { eval: true, env: {} }).unref();

async function respond({ source, target }: CompileRequest): Promise<void> {
  try {
    await loadCompilers(source, target);
    await send('loaded');
    await send(outcomeOf(source, target, await compile(source, target)));
  } catch (error) {
    await send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Resolves once the message is written, because the work after it may block this process. */
function send(response: CompileResponse): Promise<void> {
  return new Promise((resolve) => process.send?.(response, () => resolve()));
}

function outcomeOf(
  written: Source,
  target: CompileTarget,
  { document, html: ownHtml, packageImports, missingPackages, problems }: CompiledProject,
): CompileOutcome {
  const source = { ...written, html: ownHtml };
  const html = new TextEncoder().encode(toHtml(document));
  if (html.length > maxPageBytes) return { problems: [endedCompile(source, 'too large')] };
  const contentStart = Buffer.byteLength(document.beforeCss.slice(0, document.contentStart));
  const place = preloadPlace(document);
  // The preloads are paths of the studio, behind that base.
  const canPreload = place !== null && !hasForeignBase(ownHtml);
  const packages = source.frameworkConfig.packages ?? {};
  // Without style sheets and files, which the page's import map does not have as modules.
  const { imports = {} } = JSON.parse(document.importMap || '{}') as { imports?: Record<string, string> };
  const packageModules = packageImports.flatMap((specifier) => {
    const address = packageModule({ specifier, hasAttributes: false }, packages, target);
    return address !== null && imports[specifier] === address ? address : [];
  });
  const errors = problems.filter(isError).slice(0, maxErrors).map(shortened);
  return {
    html,
    contentStart,
    preloadPlace: Buffer.byteLength(document.beforeCss.slice(0, place ?? 0)),
    isBlank: isBlank(source),
    isDrawnByScript: isDrawnByScript(source),
    hasScript: hasScript(source),
    packageImports: [...new Set([...missingPackages, ...packageImports])],
    hasAllVersions: missingPackages.length === 0,
    packageModules: canPreload ? packageModules : [],
    problems: errors,
  };
}

function shortened(problem: Problem): Problem {
  const { message } = problem;
  return message.length > maxMessageLength
    ? { ...problem, message: `${message.slice(0, maxMessageLength)}…` }
    : problem;
}
