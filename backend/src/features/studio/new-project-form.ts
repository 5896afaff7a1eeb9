import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@studio/contract/limits';
import {
  type NewProject,
  type NewProjectResult,
  newProjectElement,
  readNewProjectForm,
} from '@studio/contract/new-project';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { collectAfter, freeBuffer } from '../../common/garbage-collection.js';
import { bodyMemory } from '../../common/http/body-memory.js';
import {
  discardBody,
  hasBody,
  isCheapToParse,
  isUncompressed,
  streamBody,
} from '../../common/http/request-body.js';
import { FormDecoder } from './form-decoder.js';

/** The bytes of the fields that are read. */
const fieldBytes = {
  title: 1_024,
  html: limits.sourceBytes,
  css: limits.sourceBytes,
  js: limits.sourceBytes,
  frameworkConfig: limits.bodyBytes,
};
/** The form has five fields. Pages may send a few more. */
const maxFields = 50;
/** How many bytes of a source are written into the page before other requests have their turn. */
const bytesPerTurn = 65_536;
const empty = new Uint8Array();

/** The outcome of a form that was posted to `/new`. */
export interface PostedProject {
  status: number;
  /** Without sources. */
  result: NewProjectResult;
  /** The sources in UTF-8, until the response has closed. */
  sources: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the form of `POST /new`. It may come from any site: nothing is stored, and nothing runs before somebody presses
 * Run. An error is returned as a result, too, and shown by the page.
 */
export async function readPostedProject(request: Request, response: Response): Promise<PostedProject> {
  try {
    if (hasBody(request) && !(request.is('application/x-www-form-urlencoded') && isUncompressed(request)))
      throw new ApiError(
        415,
        'unsupported_media_type',
        'The form must be sent as application/x-www-form-urlencoded, uncompressed.',
      );
    const fields = await readFields(request, response);
    const config = fields.get('frameworkConfig') ?? empty;
    if (!isCheapToParse(config))
      throw new ApiError(
        400,
        'bad_request',
        'The frameworkConfig field has too many values, or is nested too deeply.',
      );
    const result = readNewProjectForm(
      new Map([
        ['title', textOf(fields.get('title') ?? empty)],
        ['frameworkConfig', textOf(config)],
      ]),
    );
    return { status: result.ok ? 200 : 400, result, sources: fields };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    bodyMemory.release(request);
    discardBody(request, response);
    return { status: error.status, result: { ok: false, message: error.message }, sources: new Map() };
  }
}

/** Reads the fields, with turns for other requests. They are gone once the response has closed. */
async function readFields(request: Request, response: Response): Promise<ReadonlyMap<string, Uint8Array>> {
  const form = new FormDecoder(fieldBytes, maxFields);
  response.once('close', () => form.free());
  await streamBody(request, response, limits.projectBodyBytes, async (chunk) => {
    form.write(chunk);
    collectAfter(chunk.length);
    freeBuffer(chunk);
    await nextTurn();
  });
  const fields = form.end();
  const decoded = [...fields.values()].reduce((sum, { length }) => sum + length, 0);
  bodyMemory.keepOnly(request, decoded);
  return fields;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The result as an element for the page, in pieces, with turns for others between those of long sources. */
export async function* newProjectTag({ result, sources }: PostedProject): AsyncGenerator<string> {
  yield `<script type="application/json" id="${newProjectElement}">`;
  if (result.ok) yield* projectJson(result.project, sources);
  else yield embeddable(result);
  yield '</script>';
}

async function* projectJson(
  { title, frameworkConfig }: NewProject,
  sources: PostedProject['sources'],
): AsyncGenerator<string> {
  yield `{"ok":true,"project":{`;
  for (const name of ['html', 'css', 'js']) {
    yield `"${name}":"`;
    yield* sourceJson(sources.get(name) ?? empty);
    yield '",';
  }
  yield `${embeddable({ title, frameworkConfig }).slice(1)}}`;
}

async function* sourceJson(source: Uint8Array): AsyncGenerator<string> {
  for (let at = 0; at < source.length; ) {
    const end = characterStart(source, at + bytesPerTurn);
    yield embeddable(textOf(source.subarray(at, end))).slice(1, -1);
    collectAfter(end - at);
    at = end;
    await nextTurn();
  }
}

/** The start of the character of which the byte at this index is a part. */
function characterStart(utf8: Uint8Array, index: number): number {
  let start = index;
  while (((utf8[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

/** As JSON. Escapes `<`, so that no text can close the element. */
function embeddable(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
