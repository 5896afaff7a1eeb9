import {
  type ArgumentMetadata,
  StandardSchemaValidationPipe,
  type StandardSchemaValidationPipeOptions,
} from '@nestjs/common';
import type { FieldError } from '@studio/contract/errors';
import { config, type core } from 'zod/mini';
import { invalidFields, notFound } from '../errors/api-error.js';

setDefaultMessages();

type ExceptionFactory = NonNullable<StandardSchemaValidationPipeOptions['exceptionFactory']>;

/** Limits the error response for a body with, for example, a million wrong tags. */
const maxFieldsNamed = 50;

/**
 * Checks every argument that has a schema. An invalid body, query or header is 400 with `fields`. An invalid path
 * parameter cannot name anything, so it is the same 404 as an unknown id.
 */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ validateCustomDecorators: true, exceptionFactory: (issues) => invalidFields(fieldsOf(issues)) });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    if (metadata.type !== 'param') return super.transform(value, metadata);
    return super.transform(value, metadata).catch(() => {
      throw notFound();
    });
  }
}

/** The issues of a schema as the contract's `fields`; the path `body` stands for the whole body. */
function fieldsOf(issues: Parameters<ExceptionFactory>[0]): FieldError[] {
  return issues.slice(0, maxFieldsNamed).map(({ path, message }) => ({
    path: path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body',
    message,
  }));
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The default message for a schema without its own, to follow the name of a field: `must be a text`. */
function messageOf(issue: core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') {
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`;
  }
  if (issue.code !== 'invalid_type') return 'is not valid';
  return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
}

/** Sets default messages, since zod/mini has none. */
function setDefaultMessages(): void {
  config({ localeError: messageOf });
}
