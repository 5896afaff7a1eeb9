import {
  type ArgumentMetadata,
  StandardSchemaValidationPipe,
  type StandardSchemaValidationPipeOptions,
} from '@nestjs/common';
import type { FieldError } from '@studio/contract/errors';
import { invalidFields, notFound } from '../errors/api-error.js';
import { teachRefusals } from '../refusal-words.js';

teachRefusals();

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
