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
import { bodyMemory } from '../../common/http/body-memory.js';
import {
  discardBody,
  hasBody,
  isCheapToParse,
  isUncompressed,
  streamBody,
} from '../../common/http/request-body.js';
import { FormDecoder } from './form-decoder.js';

/** The bytes of the fields that are read. The limits of a project are checked where its fields are known. */
const fieldBytes = {
  title: limits.sourceBytes,
  html: limits.sourceBytes,
  css: limits.sourceBytes,
  js: limits.sourceBytes,
  frameworkConfig: limits.bodyBytes,
};
/** The form has five fields. Pages may send a few more. */
const mostFields = 50;
/** How many characters are written into the page before other requests have their turn. */
const charactersPerTurn = 65_536;

/** The outcome of a form that was posted to `/new`. */
export interface PostedProject {
  status: number;
  result: NewProjectResult;
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
    const form = new FormDecoder(fieldBytes, mostFields);
    await streamBody(request, response, limits.projectBodyBytes, (chunk) => form.write(chunk));
    const fields = form.end();
    bodyMemory.keepOnly(request, bytesIn(fields));
    assertCheapConfig(Buffer.from(fields.get('frameworkConfig') ?? ''));
    const result = readNewProjectForm(fields);
    return { status: result.ok ? 200 : 400, result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    bodyMemory.release(request);
    discardBody(request, response);
    return { status: error.status, result: { ok: false, message: error.message } };
  }
}

function bytesIn(fields: ReadonlyMap<string, string>): number {
  return [...fields.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** @throws ApiError 400 */
function assertCheapConfig(config: Buffer): void {
  if (config.length > fieldBytes.frameworkConfig)
    throw new ApiError(400, 'bad_request', 'Its frameworkConfig is too large.');
  if (!isCheapToParse(config))
    throw new ApiError(
      400,
      'bad_request',
      'Its frameworkConfig has too many values, or is nested too deeply.',
    );
}

/** The result as an element for the page, in pieces, with turns for others between those of long sources. */
export async function* newProjectTag({ result }: PostedProject): AsyncGenerator<string> {
  yield `<script type="application/json" id="${newProjectElement}">`;
  if (result.ok) yield* projectJson(result.project);
  else yield embeddable(result);
  yield '</script>';
}

async function* projectJson(project: NewProject): AsyncGenerator<string> {
  const { html, css, js, ...rest } = project;
  yield `{"ok":true,"project":{`;
  for (const [name, source] of Object.entries({ html, css, js })) {
    yield `"${name}":"`;
    for (let at = 0; at < source.length; at += charactersPerTurn) {
      // Both halves of a character that is cut are written as escapes, which its reader joins again.
      yield embeddable(source.slice(at, at + charactersPerTurn)).slice(1, -1);
      await nextTurn();
    }
    yield '",';
  }
  yield `${embeddable(rest).slice(1)}}`;
}

/** As JSON. Escapes `<`, so that no text can close the element. */
function embeddable(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
