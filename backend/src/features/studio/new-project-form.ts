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

/** The form has five; whatever else a page sends along is few. */
const mostFields = 50;

/** What the page at `/new` gets to know of the form that was posted to it. */
export interface PostedProject {
  status: number;
  result: NewProjectResult;
}

/**
 * Reads the form of `POST /new`. It may come from any site: nothing is stored, and nothing of it runs before a person has pressed
 * Run. Whatever is wrong with it is a result too, which the page shows.
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

/** The result as an element of the page. `<` is escaped, so that no text can end the element it stands in. */
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

/** Strict: what a lenient decoder cannot read becomes U+FFFD, without a word to its author. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError(400, 'bad_request', 'The form must be sent in UTF-8.');
  }
}
