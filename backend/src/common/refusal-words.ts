import { config, type core } from 'zod/mini';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What a value has to be, as it goes on behind the name of its field: `must be a text`. For schemas without words of their own. */
function refusalOf(issue: core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') {
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`;
  }
  if (issue.code !== 'invalid_type') return 'is not valid';
  return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
}

/** zod/mini carries no messages of its own. */
export function teachRefusals(): void {
  config({ localeError: refusalOf });
}
