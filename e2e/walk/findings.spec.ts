import { misplaced, missing } from './findings.ts';
import { Ledger } from './ledger.ts';

const [ada, ben] = ['ada', 'ben'];
let ledger: Ledger;
beforeEach(() => {
  ledger = new Ledger();
});
const holding = (userId: string, projects: Record<string, string>) => ({
  userId,
  projects: Object.entries(projects).map(([id, text]) => ({ id, text })),
});

test('text that is in its project is where it belongs', () => {
  const { name } = ledger.type(ada, null);
  const { name: later } = ledger.type(ada, 'p1');
  const accounts = [holding(ada, { p1: `${name} ${later}` }), holding(ben, {})];
  expect([missing(ledger, accounts), misplaced(ledger, accounts)]).toEqual([[], []]);
});

test('text that is nowhere, or in another account alone, is missing unless it was discarded', () => {
  const { name } = ledger.type(ada, null);
  expect(missing(ledger, [holding(ben, { p1: name })])).toEqual([name]);
  ledger.discard([name]);
  expect(missing(ledger, [])).toEqual([]);
});

test('text in two projects is found unless a copy was asked for, and text that stands twice always', () => {
  const { name } = ledger.type(ada, null);
  const twice = [holding(ada, { p1: name, p2: name })];
  expect(misplaced(ledger, twice)).toHaveLength(1);
  ledger.allowProject(ada, [name]);
  expect(misplaced(ledger, twice)).toEqual([]);
  expect(misplaced(ledger, [holding(ada, { p1: name + name })])).toHaveLength(1);
});

test('text in another project than it was typed in is found', () => {
  ledger.stored.add('p1').add('p2');
  const { name } = ledger.type(ada, 'p1');
  expect(misplaced(ledger, [holding(ada, { p1: '', p2: name })])).toHaveLength(1);
});

test('a project that its account did not make is found, and private text of somebody else', () => {
  ledger.stored.add('p1');
  const { name } = ledger.type(ben, 'p1');
  ledger.allowCopies([name], 1);
  const accounts = [holding(ben, { p1: name }), holding(ada, { p2: name })];
  expect(misplaced(ledger, accounts)).toHaveLength(2);
  ledger.shared.add('p1');
  expect(misplaced(ledger, accounts)).toHaveLength(1);
  ledger.allowProject(ada, []);
  expect(misplaced(ledger, accounts)).toEqual([]);
});
