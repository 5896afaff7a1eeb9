import { type AssetCategory, assetExtensions, categoryOf } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { ApiError } from '../../../common/errors/api-error.js';

/** What a file is to be called, and where the library shows it. */
export interface AssetName {
  name: string;
  category: AssetCategory;
}

/** Would hide, reorder or break a name wherever it is shown. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/**
 * The name that an uploaded file gets: the last segment of what was sent, composed (NFC) and trimmed.
 * @throws ApiError 400 for a name that cannot be kept, 415 for an unknown extension (specification: Asset record).
 */
export function assetNameOf(sent: string): AssetName {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  if (name === '') throw refused('The file has no name. Give it one and try again.');
  if (unprintable.test(name) || !name.isWellFormed())
    throw refused(
      'The name of this file contains characters that cannot be displayed. Rename it and try again.',
    );
  if (name.length > limits.assetNameLength)
    throw refused(
      `The name of this file is longer than ${limits.assetNameLength} characters. Shorten it and try again.`,
    );
  const category = categoryOf(name);
  if (category === null)
    throw new ApiError(
      415,
      'unsupported_media_type',
      `The type of “${name}” is not supported. Supported types: ${everyExtension}.`,
    );
  return { name, category };
}

const everyExtension = Object.values(assetExtensions).flat().join(', ');

function refused(sentence: string): ApiError {
  return new ApiError(400, 'bad_request', sentence);
}
