import { expect, it } from '@jest/globals';
import { accountRoutes } from '@studio/contract/http/accounts';
import { projectRoutes } from '@studio/contract/http/projects';
import { type ApiError, invalidFields } from '../errors/api-error.js';
import { ValidationPipe } from './validation.pipe.js';

/** The message for a user whose input is refused. */
async function refusalOf(schema: object, input: unknown): Promise<string> {
  const metadata = { type: 'body', schema } as Parameters<ValidationPipe['transform']>[1];
  const error = await new ValidationPipe().transform(input, metadata).then(
    () => new Error('It was taken'),
    (refused: ApiError) => refused,
  );
  return error.message;
}

const account = { email: 'ada@example.org', username: 'ada', password: 'correct horse' };

it.each([
  [{ ...account, email: 'ada' }, 'Email must be an email address.'],
  [{ ...account, username: 'a' }, 'Username must have at least 2 characters.'],
  [{ ...account, username: 'a b' }, 'Username takes letters, digits, _ and -.'],
  [{ ...account, password: 'short' }, 'Password must have at least 8 characters.'],
  [{ ...account, password: 12345678 }, 'Password must be a text.'],
  [{}, 'Email must be an email address; Username is missing; Password is missing.'],
  ['ada', 'Body must be an object.'],
])('registration with %j: %s', async (input, sentence) => {
  expect(await refusalOf(accountRoutes.register.body, input)).toBe(sentence);
});

it.each([
  [{ title: 'a'.repeat(121) }, 'Title must have at most 120 characters.'],
  [{ title: 'a\0' }, 'Title must not contain NUL or lone surrogates.'],
  [{ html: 'a'.repeat(1_048_577) }, 'HTML must have at most 1,048,576 bytes (1 MiB).'],
  [{ description: 'a'.repeat(2_001) }, 'Description must have at most 2,000 characters.'],
  [{ tags: ['ok', ' '] }, 'Tags must not be empty.'],
  [{ tags: 'css' }, 'Tags must be a list.'],
  [{ isPublic: 'yes' }, 'Is public must be true or false.'],
  [{ frameworkConfig: { packages: { toString: '1.0.0' } } }, 'To string must be the name of an npm package.'],
  [{ frameworkConfig: { framework: 'angular' } }, 'Framework must be vanilla, react, or vue.'],
])('a project with %j: %s', async (input, sentence) => {
  expect(await refusalOf(projectRoutes.updateProject.body, input)).toBe(sentence);
});

it('a message names `newPassword` in words, and at most three fields', () => {
  const refused = (...paths: string[]) =>
    invalidFields(paths.map((path) => ({ path, message: 'is missing' }))).message;
  expect(refused('newPassword')).toBe('New password is missing.');
  expect(refused('a', 'b', 'c', 'd')).toBe('A is missing; B is missing; C is missing.');
});
