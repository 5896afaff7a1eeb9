import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { foreignEntry, hostileText, hostileValue, withKey } from './hostile-values.js';

/** The parts of zod's JSON schemas that the contract uses. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxItems?: number;
}

/**
 * Values of a schema's form, most of them valid. Some exceed a bound by one, or break a rule that is code. `output` is
 * for queries and headers, in which the schema converts texts to other types.
 */
export function valuesOf(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): fc.Arbitrary<unknown> {
  const { required = [] } = jsonSchema(schema, 'input');
  const json = jsonSchema(schema, io);
  return formed(json.properties ? { ...json, required } : json);
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

function formed(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(formed));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([key, inner]) => [key, formed(inner)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    case 'array': {
      const { items = {}, maxItems = 5 } = schema;
      return mostly(fc.array(formed(items), { maxLength: Math.min(4, maxItems) }), [
        full(items, maxItems),
        full(items, maxItems + 1),
      ]);
    }
    case 'integer':
    case 'number': {
      const { exclusiveMinimum = -1_001, minimum: min = exclusiveMinimum + 1, maximum: max = 1_000 } = schema;
      return mostly(
        fc.integer({ min, max }),
        [min, max, min - 1, max + 1].map((one) => fc.constant(one)),
      );
    }
    case 'string': {
      const { pattern, minLength: min = 0, maxLength: max = 64 } = schema;
      if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
      const bounds = [min, max, max + 1].map((length) => 'x'.repeat(length));
      return fc.oneof(
        { weight: 6, arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, min + 40) }) },
        { weight: 4, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constantFrom(...bounds) },
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return hostileText;
    default:
      throw new Error(`The fuzzer has no values for a schema of type ${schema.type}.`);
  }
}

function mostly(usual: fc.Arbitrary<unknown>, others: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.oneof(...others) });
}

function full(items: JsonSchema, length: number): fc.Arbitrary<unknown[]> {
  return fc.array(formed(items), { minLength: length, maxLength: length, size: 'max' });
}

/** A copy of a value, changed in one place: another value, one more key or one less. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return hostileValue;
  const entries = Object.entries(value);
  const inside = fc
    .nat(entries.length - 1)
    .chain((place) =>
      mutated(entries[place]?.[1]).map((other) => entries.with(place, [entries[place]?.[0] ?? '', other])),
    )
    .map((changed) => (Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed)));
  const keys = fc.oneof(
    fc.nat(entries.length - 1).map((place) => Object.fromEntries(entries.toSpliced(place, 1))),
    foreignEntry.map(([key, other]) => withKey(value, key, other)),
  );
  return fc.oneof(
    { weight: 4, arbitrary: inside },
    { weight: 2, arbitrary: keys },
    { weight: 1, arbitrary: hostileValue },
  );
}
