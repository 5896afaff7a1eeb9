import { expect, it } from '@jest/globals';
import { isDatabaseBusy, isDatabaseUnavailable, isLostRace, isReadOnly } from './database-errors.js';

const errorWith = (code: string) => Object.assign(new Error('what PostgreSQL said'), { code });

it.each([
  ['nobody listens', 'ECONNREFUSED'],
  ['its password was changed under a running studio', '28P01'],
  ['it has no connection left', '53300'],
  ['it is shutting down', '57P01'],
  ['it is dropped, to be restored', '3D000'],
  ['its tables are not restored yet', '42P01'],
])('a database is away where %s, also behind another error', (_why, code) => {
  expect(isDatabaseUnavailable(errorWith(code))).toBe(true);
  expect(isDatabaseUnavailable(new Error('A query failed', { cause: errorWith(code) }))).toBe(true);
});

it('a database that takes no changes, as a standby or where its disk is nearly full, is not away', () => {
  const error = new Error('A query failed', { cause: errorWith('25006') });
  expect([isReadOnly(error), isDatabaseUnavailable(error)]).toEqual([true, false]);
  expect(isReadOnly(errorWith('57P01'))).toBe(false);
});

it.each([
  ['a row is there already', '23505'],
  ['a statement is wrong', '42601'],
])('a database is not away where %s', (_why, code) => {
  expect(isDatabaseUnavailable(errorWith(code))).toBe(false);
});

it.each([
  ['a statement took too long', '57014', false],
  ['a lock was not to be had', '55P03', false],
  ['a transaction did nothing for too long', '25P03', false],
  ['there was a deadlock', '40P01', true],
  ['transactions could not be put in an order', '40001', true],
])('a database is busy, not away, where %s', (_why, code, isRace) => {
  for (const error of [errorWith(code), new Error('A query failed', { cause: errorWith(code) })])
    expect([isDatabaseBusy(error), isLostRace(error), isDatabaseUnavailable(error)]).toEqual([
      true,
      isRace,
      false,
    ]);
});
