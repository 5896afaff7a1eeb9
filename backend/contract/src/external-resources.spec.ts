import { expect, it } from '@jest/globals';
import { FrameworkConfig } from './http/frameworks.js';

const parse = (resources: unknown) => FrameworkConfig.safeParse({ resources });
const script = (url: string) => ({ kind: 'script', url });

it.each([
  'https://cdn.example/a.js?b=c#d',
  'https://cdn.example:8443/ä b.js',
  'http://127.0.0.1:3001/a.js',
  'http://localhost/a.js',
  'http://assets.localhost:3001/a.js',
  'http://[::1]/a.js',
])('%s is an address of a resource', (url) => {
  expect(parse([script(url)]).data?.resources).toEqual([script(url)]);
});

it.each([
  '',
  'a.js',
  '//cdn.example/a.js',
  'http://cdn.example/a.js',
  'http://127.0.0.1.evil.example/a.js',
  'http://localhost.evil.example/a.js',
  'https://user:secret@cdn.example/a.js',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'file:///etc/passwd',
  `https://cdn.example/${'a'.repeat(2_000)}`,
])('%s is none', (url) => {
  expect(parse([script(url)]).success).toBe(false);
});

it('the order is kept, and each is listed once', () => {
  const resources = [script('https://b.example'), script('https://a.example')];
  expect(parse(resources).data?.resources).toEqual(resources);
  expect(parse([...resources, script('https://b.example')]).success).toBe(false);
  expect(parse([{ kind: 'style', url: 'https://b.example' }, ...resources]).success).toBe(true);
});

it('a project has at most 50', () => {
  const many = Array.from({ length: 51 }, (_, number) => script(`https://a.example/${number}`));
  expect(parse(many.slice(1)).success).toBe(true);
  expect(parse(many).success).toBe(false);
});

it('a project without any is as it was before there were resources', () => {
  expect(parse([]).data).toEqual(FrameworkConfig.parse({}));
  expect(JSON.stringify(parse([]).data)).not.toContain('resources');
});
