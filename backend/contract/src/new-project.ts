import { FrameworkConfig } from './http/frameworks.js';
import { showsSomething } from './http/text.js';
import { limits } from './limits.js';

/** An unsaved project that another page passes to `/new`, by a form or in the fragment. */
export interface NewProject {
  title: string;
  html: string;
  css: string;
  js: string;
  frameworkConfig: FrameworkConfig;
}

/** The project, or a message why it is not opened. */
export type NewProjectResult = { ok: true; project: NewProject } | { ok: false; message: string };

/** The element of the page in which the server puts the result of a form (`POST /new`), as JSON. */
export const newProjectElement = 'new-project';

/** The beginning of the fragment of `/new#…`: the version of its format. */
const formatMark = '1.';
/** The maximum length of the JSON in UTF-8 bytes. */
const inflatedMost = limits.projectBodyBytes;

const refused = (message: string): NewProjectResult => ({ ok: false, message });
const sourceNames = { html: 'HTML', css: 'CSS', js: 'JavaScript' } as const;

/** Reads the fields of a project that another page wrote. All are optional; unknown fields are ignored. */
export function readNewProject(given: unknown): NewProjectResult {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refused('This is not a project.');
  const { title = '', html = '', css = '', js = '', frameworkConfig = {} } = given as Record<string, unknown>;
  const sources = { html, css, js };
  for (const [field, name] of Object.entries(sourceNames)) {
    const problem = problemOf(name, sources[field as keyof typeof sources]);
    if (problem) return refused(problem);
  }
  if (!isText(title) || title.length > limits.titleLength)
    return refused(`The title must be a text of at most ${limits.titleLength} characters.`);
  const config = FrameworkConfig.safeParse(frameworkConfig);
  if (!config.success) {
    const [issue] = config.error.issues;
    const path = ['frameworkConfig', ...(issue?.path ?? [])].join('.');
    return refused(`This studio does not support the value of ${path}.`);
  }
  return {
    ok: true,
    project: {
      ...(sources as Record<keyof typeof sources, string>),
      title: showsSomething(title) ? title.trim() : 'Untitled',
      frameworkConfig: config.data,
    },
  };
}

/** Reads the fields of a form, in which `frameworkConfig` is JSON. */
export function readNewProjectForm(fields: ReadonlyMap<string, string>): NewProjectResult {
  const [title, html, css, js, config] = ['title', 'html', 'css', 'js', 'frameworkConfig'].map((name) =>
    fields.get(name),
  );
  let frameworkConfig: unknown = {};
  try {
    if (config?.trim()) frameworkConfig = JSON.parse(config);
  } catch {
    return refused('The frameworkConfig field is not valid JSON.');
  }
  return readNewProject({ title, html, css, js, frameworkConfig });
}

/** The fragment of `/new#…` for this project: a version, then base64url of the zlib-compressed JSON of its fields. */
export async function encodeNewProject({
  title,
  html,
  css,
  js,
  frameworkConfig,
}: NewProject): Promise<string> {
  const json = JSON.stringify({ title, html, css, js, frameworkConfig });
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return formatMark + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes the result of `encodeNewProject`. Inflates no more than the maximum size of a project. */
export async function decodeNewProject(fragment: string): Promise<NewProjectResult> {
  if (!fragment.startsWith(formatMark)) return refused('This kind of link is not supported by this studio.');
  let json: string;
  try {
    const base64 = fragment.slice(formatMark.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const inflated = await inflate(bytes);
    if (!inflated) return refused('The link contains more than a project may have.');
    json = inflated;
  } catch {
    return refused('The link is incomplete or damaged.');
  }
  try {
    return readNewProject(JSON.parse(json));
  } catch {
    return refused('The link is incomplete or damaged.');
  }
}

/** Null as soon as the result is too large. @throws if the bytes are no zlib stream, or not UTF-8 */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let inflated = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    inflated += value.length;
    if (inflated > inflatedMost) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

function problemOf(name: string, source: unknown): string | null {
  if (typeof source !== 'string') return `The ${name} must be text.`;
  if (!isText(source)) return `The ${name} contains characters that cannot be stored.`;
  const isLong =
    source.length > limits.sourceBytes || new TextEncoder().encode(source).length > limits.sourceBytes;
  return isLong
    ? `The ${name} must have at most ${limits.sourceBytes.toLocaleString('en')} bytes (1 MiB).`
    : null;
}
