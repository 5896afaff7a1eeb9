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

/** A body of a million wrong tags must not make an answer of a million fields. */
const maxFieldsNamed = 50;

/**
 * Checks every argument that has a schema. A body, query or header that does not fit is 400 with `fields`;
 * a path parameter that does not fit names nothing, so it is the same 404 as an unknown id.
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

/** Issues of a schema as the contract's `fields`; an issue with the whole body is at the path `body`. */
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

/** What a value has to be, as it goes on behind the name of its field: `must be a text`. For schemas without words of their own. */
function messageOf(issue: core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') {
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`;
  }
  if (issue.code !== 'invalid_type') return 'is not valid';
  return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
}

/** zod/mini carries no messages of its own. */
export function setDefaultMessages(): void {
  config({ localeError: messageOf });
}
