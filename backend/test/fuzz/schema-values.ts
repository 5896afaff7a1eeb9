import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { foreignEntry, hostileText, hostileValue, withKey } from './hostile-values.js';

type Schema = z.core.$ZodType;
type Values = fc.Arbitrary<unknown>;

/** Values that a schema takes, those at its bounds among them. */
export function validValues(schema: Schema): Values {
  const { def } = kindOf(schema)._zod;
  switch (def.type) {
    case 'string':
      return validTexts(schema, boundsOf(schema));
    case 'number': {
      const { min = -1_000, max = 1_000 } = boundsOf(schema);
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
    }
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'array': {
      const { max = 5 } = boundsOf(schema);
      const element = validValues(def.element);
      const few = fc.array(element, { maxLength: 4 });
      return fc.oneof({ weight: 9, arbitrary: few }, fullArray(element, max));
    }
    case 'object': {
      const entries = Object.entries(def.shape);
      const requiredKeys = entries.filter(([, inner]) => isRequired(inner)).map(([key]) => key);
      const arbitraries = Object.fromEntries(entries.map(([key, inner]) => [key, validValues(inner)]));
      return fc.record(arbitraries, { requiredKeys });
    }
    case 'optional':
    case 'default':
      return validValues(def.innerType);
    case 'nullable':
      return fc.option(validValues(def.innerType));
    case 'catch':
      return fc.oneof(validValues(def.innerType), hostileText);
    case 'union':
      return fc.oneof(...def.options.map(validValues));
    case 'pipe':
      // A number in a query is a pipe from text: what comes out of it, as text, is what goes in.
      return fc
        .oneof(validValues(def.in), ...(isComputed(def.out) ? [] : [validValues(def.out).map(String)]))
        .filter((value) => z.safeParse(schema, value).success);
    case 'transform':
      return hostileValue;
  }
}

/** Values that are wrong in one place: a bound passed by one, a key too few or too many, another type, a hostile text. */
export function nearlyValidValues(schema: Schema): Values {
  const { def } = kindOf(schema)._zod;
  switch (def.type) {
    case 'string': {
      const { min = 0, max = 64 } = boundsOf(schema);
      const lengths = [max + 1, Math.max(min - 1, 0)].map((length) => 'x'.repeat(length));
      return fc.oneof(fc.constantFrom(...lengths), hostileText, hostileValue);
    }
    case 'number': {
      const { min = 0, max = 1_000 } = boundsOf(schema);
      return fc.oneof(fc.constantFrom(min - 1, max + 1, min + 0.5), hostileValue);
    }
    case 'array': {
      const { max = 5 } = boundsOf(schema);
      const element = nearlyValidValues(def.element);
      return fc.oneof(
        fullArray(validValues(def.element), max + 1),
        fc.array(element, { minLength: 1, maxLength: 3 }),
        hostileValue,
      );
    }
    case 'object':
      return nearlyValidObjects(schema, def.shape);
    case 'optional':
    case 'default':
    case 'nullable':
    case 'catch':
      return nearlyValidValues(def.innerType);
    case 'union':
      return fc.oneof(...def.options.map(nearlyValidValues));
    case 'pipe':
      return fc.oneof(
        nearlyValidValues(def.in),
        ...(isComputed(def.out) ? [] : [nearlyValidValues(def.out)]),
      );
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'transform':
      return hostileValue;
  }
}

function nearlyValidObjects(schema: Schema, shape: Readonly<Record<string, Schema>>): Values {
  const valid = validValues(schema) as fc.Arbitrary<object>;
  const entries = Object.entries(shape);
  const without = (object: object, key: string) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return fc.oneof(
    ...entries.map(([key, inner]) =>
      fc.tuple(valid, nearlyValidValues(inner)).map(([object, value]) => withKey(object, key, value)),
    ),
    ...entries
      .filter(([, inner]) => isRequired(inner))
      .map(([key]) => valid.map((object) => without(object, key))),
    fc.tuple(valid, foreignEntry).map(([object, [key, value]]) => withKey(object, key, value)),
  );
}

interface Bounds {
  min?: number;
  max?: number;
  pattern?: RegExp;
}

/** What the checks of a schema say of its values, as far as it can be read from outside. */
function boundsOf(schema: Schema): Bounds {
  const { def } = kindOf(schema)._zod;
  // `z.email()` and the like are schema and check in one.
  const own = isStringFormat(def) ? formatBounds(def) : {};
  return (def.checks ?? []).reduce<Bounds>((bounds, check) => ({ ...bounds, ...checkBounds(check) }), own);
}

/** @throws for a check that nothing here is made for. */
function checkBounds({ _zod: { def } }: z.core.$ZodCheck): Bounds {
  if (isStringFormat(def)) return formatBounds(def);
  const bounds = boundsOfCheck[def.check];
  if (!bounds) throw new Error(`The fuzzer does not know what the check ${def.check} allows.`);
  return bounds(def);
}

const boundsOfCheck: Readonly<Record<string, (def: z.core.$ZodCheckDef) => Bounds>> = {
  min_length: (def) => ({ min: (def as z.core.$ZodCheckMinLengthDef).minimum }),
  max_length: (def) => ({ max: (def as z.core.$ZodCheckMaxLengthDef).maximum }),
  greater_than: (def) => ({ min: Number((def as z.core.$ZodCheckGreaterThanDef).value) }),
  less_than: (def) => ({ max: Number((def as z.core.$ZodCheckLessThanDef).value) }),
  // Whatever code they are: values that it refuses are left out afterwards.
  custom: () => ({}),
  overwrite: () => ({}),
};

function isStringFormat(def: object): def is z.core.$ZodCheckStringFormatDef {
  return 'check' in def && def.check === 'string_format';
}

function formatBounds({ format, pattern }: z.core.$ZodCheckStringFormatDef): Bounds {
  if (!pattern) throw new Error(`The fuzzer does not know the pattern of ${format}.`);
  return { pattern };
}

function validTexts(schema: Schema, { min = 0, max = 64, pattern }: Bounds): fc.Arbitrary<string> {
  const texts = pattern
    ? fc.stringMatching(pattern)
    : fc.oneof(
        { weight: 6, arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, 40) }) },
        { weight: 3, arbitrary: hostileText },
        { weight: 1, arbitrary: fc.constantFrom('x'.repeat(min), 'x'.repeat(max)) },
      );
  return texts.filter((text) => z.safeParse(schema, text).success);
}

function fullArray(element: Values, length: number): Values {
  return fc.array(element, { minLength: length, maxLength: length, size: 'max' });
}

/** Whether nothing can be said of what comes out of it: code computes it. */
function isComputed(schema: Schema): boolean {
  return kindOf(schema)._zod.def.type === 'transform';
}

function isRequired(schema: Schema): boolean {
  return schema._zod.optin !== 'optional';
}

const kinds = [
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'array',
  'object',
  'optional',
  'default',
  'nullable',
  'catch',
  'union',
  'pipe',
  'transform',
] as const;
type KnownSchema = Extract<z.core.$ZodTypes, { _zod: { def: { type: (typeof kinds)[number] } } }>;

/** @throws for a kind of schema that nothing here is made for, so that none slips by. */
function kindOf(schema: Schema): KnownSchema {
  const { type } = schema._zod.def;
  if (kinds.some((kind) => kind === type)) return schema as KnownSchema;
  throw new Error(`The fuzzer knows no values for a schema of type ${type}.`);
}
