import { limits } from '@studio/contract/limits';
import { type NewProjectResult, newProjectElement, readNewProjectForm } from '@studio/contract/new-project';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import {
  discardBody,
  hasBody,
  isCheapToParse,
  isUncompressed,
  readBody,
} from '../../common/http/request-body.js';

/** The form has five fields. Pages may send a few more. */
const mostFields = 50;

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
    const fields = readFields(await readBody(request, response, limits.projectBodyBytes));
    if (!isCheapToParse(Buffer.from(fields.get('frameworkConfig') ?? '')))
      throw new ApiError(
        400,
        'bad_request',
        'Its frameworkConfig has too many values, or is nested too deeply.',
      );
    const result = readNewProjectForm(fields);
    return { status: result.ok ? 200 : 400, result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    discardBody(request, response);
    return { status: error.status, result: { ok: false, message: error.message } };
  }
}

/** The result as an element for the page. Escapes `<`, so that no text can close the element. */
export function newProjectTag({ result }: PostedProject): string {
  const json = JSON.stringify(result).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${newProjectElement}">${json}</script>`;
}

function readFields(body: Buffer): Map<string, string> {
  const pairs = body.toString('latin1').split('&', mostFields + 1);
  if (pairs.length > mostFields) throw new ApiError(400, 'bad_request', 'The form has too many fields.');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))];
    }),
  );
}

/** Strict: a lenient decoder would replace what it cannot read by U+FFFD, and the author would not notice. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError(400, 'bad_request', 'The form must be sent in UTF-8.');
  }
}
