import type { ExternalResource } from '@studio/contract/external-resources';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHttpClient } from '@/lib/http-client.ts';
import { ExternalResources } from './resource-list.tsx';

const three: ExternalResource = {
  kind: 'script',
  url: 'https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.min.js',
};
const other: ExternalResource = { kind: 'script', url: 'https://three.example/three.js' };
const details = { version: '0.187.0', description: '', license: 'MIT', size: 1, source: 'shelf' };

function show(resources: ExternalResource[], problems: object[] = []) {
  const asked: string[] = [];
  const used: [string, PackageVersions, ExternalResource][] = [];
  const call = createHttpClient({
    baseUrl: 'http://studio.test/api',
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      asked.push(pathname);
      if (pathname.endsWith('/packages')) return Response.json({ packages: [{ name: 'three', ...details }] });
      return Response.json({ packages: { three: '0.187.0' }, details: {}, types: {}, problems });
    },
    token: () => null,
    onUnauthorized: () => {},
  });
  const onUse = (...use: [string, PackageVersions, ExternalResource]) => used.push(use);
  render(
    <ExternalResources
      resources={resources}
      onChange={() => {}}
      packages={{ call, config: defaultFrameworkConfig, onUse }}
    />,
  );
  return { asked, used };
}

test('a resource that the studio has as a package says so, and gives way to it at a click', async () => {
  const { used } = show([three]);
  const row = await screen.findByRole('listitem');
  await within(row).findByText("import * as three from 'three';");
  expect(row.textContent).toContain('This comes with the studio as a package, in version 0.187.0:');
  await userEvent.click(
    within(row).getByRole('button', { name: 'Use the package', description: /import \* as three/ }),
  );
  await waitFor(() => expect(used).toEqual([['three', { three: '0.187.0' }, three]]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' })));
});

test('the studio is not asked about addresses that name no package', async () => {
  const { asked } = show([other]);
  await screen.findByRole('listitem');
  expect(asked).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Use the package' })).toBeNull();
});

test('a package that cannot be had says why', async () => {
  const problem = { specifier: 'three', code: 'too_large', message: 'three is too large', suggestions: [] };
  const { used } = show([three], [problem]);
  await userEvent.click(await screen.findByRole('button', { name: 'Use the package' }));
  await screen.findByText('The package was not added. three is too large.');
  expect(used).toEqual([]);
});
