import type { ExternalResource } from '@studio/contract/external-resources';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeCall } from '@/testing/fake-session.ts';
import type { PackageImport } from '../model/project-packages.ts';
import { ExternalResources } from './resource-list.tsx';

const three: ExternalResource = {
  kind: 'script',
  url: 'https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.min.js',
};
const styles: ExternalResource = { kind: 'style', url: 'https://unpkg.com/three@0.160.0/none.css' };
const other: ExternalResource = { kind: 'script', url: 'https://three.example/three.js' };
const details = { version: '0.187.0', description: '', license: 'MIT', size: 1, source: 'shelf' };

function show(resources: ExternalResource[], has: (specifier: string) => string | null) {
  const asked: string[] = [];
  const used: [PackageImport, PackageVersions, ExternalResource][] = [];
  const call = createFakeCall(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/packages')) {
      asked.push(pathname);
      return Response.json({ packages: [{ name: 'three', ...details }], problem: null });
    }
    const { specifiers } = (await request.json()) as { specifiers: string[] };
    const [specifier = ''] = specifiers;
    asked.push(specifier);
    const version = has(specifier);
    if (version !== null)
      return Response.json({
        packages: { three: version },
        details: {},
        types: {},
        defaults: [],
        problems: [],
      });
    const problem = { specifier, code: 'unknown_version', message: 'It is not here', suggestions: [] };
    return Response.json({ packages: {}, details: {}, types: {}, defaults: [], problems: [problem] });
  });
  const onUse = (...use: [PackageImport, PackageVersions, ExternalResource]) => used.push(use);
  render(
    <ExternalResources
      resources={resources}
      onChange={() => {}}
      packages={{ call, config: defaultFrameworkConfig, onUse }}
    />,
  );
  return { asked, used };
}

const whole = { specifier: 'three', hasDefault: false };
const onlyThree = (specifier: string) => (specifier === 'three' ? '0.187.0' : null);

test('a resource that the studio has as a package says so, and gives way to it at a click', async () => {
  const { used } = show([three], (specifier) => (specifier === 'three@0.160.0' ? '0.160.0' : null));
  const row = await screen.findByRole('listitem');
  await within(row).findByText("import * as three from 'three';");
  expect(row.textContent).toContain('This comes with the studio as a package, in version 0.160.0:');
  await userEvent.click(
    within(row).getByRole('button', { name: 'Use the package', description: /import \* as three/ }),
  );
  await waitFor(() => expect(used).toEqual([[whole, { three: '0.160.0' }, three]]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' })));
});

test('a version that the studio does not have is named beside the one that it has', async () => {
  const { used } = show([three], onlyThree);
  const row = await screen.findByRole('listitem');
  await within(row).findByText(/but in version 0\.187\.0 instead of 0\.160\.0:/);
  await userEvent.click(within(row).getByRole('button', { name: 'Use the package' }));
  expect(used).toEqual([[whole, { three: '0.187.0' }, three]]);
});

test('a file that the package does not have gets no hint', async () => {
  const { asked } = show([styles], onlyThree);
  await waitFor(() => expect(asked).toEqual(['/packages', 'three@0.160.0/none.css', 'three/none.css']));
  expect(screen.queryByRole('button', { name: 'Use the package' })).toBeNull();
});

test('the studio is not asked about addresses that name no package', async () => {
  const { asked } = show([other], onlyThree);
  await screen.findByRole('listitem');
  expect(asked).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Use the package' })).toBeNull();
});
