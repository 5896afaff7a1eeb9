import { expect, it } from '@jest/globals';
import { FrameworkConfig } from './http/frameworks.js';

const parse = (resources: unknown) => FrameworkConfig.safeParse({ resources });
const script = (url: string) => ({ kind: 'script', url });

it.each([
  'https://cdn.example/a.js?b=c#d',
  'https://cdn.example:8443/ä b.js',
  'https://cdn.example',
  'HTTPS://CDN.example/a.js',
  'https://cdn.example/npm/@scope/a@1/b.js',
])('%s is an address of a resource', (url) => {
  expect(parse([script(url)]).data?.resources).toEqual([script(url)]);
});

it.each([
  '',
  'a.js',
  '//cdn.example/a.js',
  'http://cdn.example/a.js',
  'http://localhost/a.js',
  'https:',
  'https:///',
  'https://user:secret@cdn.example/a.js',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'file:///etc/passwd',
  `https://cdn.example/${'a'.repeat(2_000)}`,
])('%s is no address of a resource', (url) => {
  expect(parse([script(url)]).success).toBe(false);
});

it('the order is kept', () => {
  const resources = [script('https://b.example'), script('https://a.example')];
  expect(parse(resources).data?.resources).toEqual(resources);
});

it('a project has at most 50', () => {
  const many = Array.from({ length: 51 }, (_, number) => script(`https://a.example/${number}`));
  expect(parse(many.slice(1)).success).toBe(true);
  expect(parse(many).success).toBe(false);
});

it('the configuration of a project without resources has no such key', () => {
  expect(parse(undefined).data).toEqual(FrameworkConfig.parse({}));
  expect(FrameworkConfig.parse({})).not.toHaveProperty('resources');
});
