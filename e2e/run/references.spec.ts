import {
  brokenLinks,
  missingDecisions,
  missingSections,
  outsideReferences,
  specifiedSections,
} from './references.ts';

test('each section of the specification that code refers to exists', () => {
  expect(specifiedSections.size).toBeGreaterThan(40);
  expect(missingSections()).toEqual([]);
});

test('no document outside of the repository is referred to', () => {
  expect(outsideReferences()).toEqual([]);
});

test('each decision that is referred to exists', () => {
  expect(missingDecisions()).toEqual([]);
});

test('each link of a document leads to a file that exists', () => {
  expect(brokenLinks()).toEqual([]);
});
