import { brokenLinks, missingDecisions, missingSections, specifiedSections } from './references.ts';

test('each section of the specification that code refers to exists', () => {
  expect(specifiedSections.size).toBeGreaterThan(40);
  expect(missingSections()).toEqual([]);
});

test('each decision that is referred to exists', () => {
  expect(missingDecisions()).toEqual([]);
});

test('each link of a document leads to a file that exists', () => {
  expect(brokenLinks()).toEqual([]);
});
