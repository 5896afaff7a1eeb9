import { describe, expect, it } from '@jest/globals';
import { previewOrigins } from './preview-options.ts';

const key = 'abcdefghij012345';
const openedBy = (address: string) => new URL(address) as unknown as Location;

describe('where user code may run', () => {
  it('is the project’s own origin, then the sandbox port of the host that the page was opened by', () => {
    expect(
      previewOrigins('http://{id}.localhost:3001', key, openedBy('http://192.168.1.5:3000/')).choices,
    ).toEqual([`http://${key}.localhost:3001`, 'http://192.168.1.5:3001']);
  });

  it('is nowhere else for a sandbox on a name of its own', () => {
    const app = openedBy('https://studio.example/');
    expect(previewOrigins('https://{id}.user.example', key, app).choices).toEqual([
      `https://${key}.user.example`,
    ]);
    expect(previewOrigins('https://user.example', key, app).choices).toEqual(['https://user.example']);
  });

  it('has a place beside the project’s own while a page there hangs', () => {
    const { detour: beside } = previewOrigins(
      'https://{id}.user.example',
      key,
      openedBy('https://studio.example/'),
    );
    expect(beside(1)).toBe(`https://${key}-1.user.example`);
  });

  it('is never the app’s own origin', () => {
    const app = openedBy('http://localhost:3001/');
    expect(previewOrigins('http://{id}.localhost:3001', key, app).choices).toEqual([
      `http://${key}.localhost:3001`,
    ]);
  });
});
