import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { RevisionName, RevisionSummary } from '@studio/contract/http/revisions';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import type { ChosenRevision } from '../../model/saving/project-operations.ts';
import type { WorkingProject } from '../../model/working-project.ts';
import { blankProject } from '../../model/working-project.ts';
import type { SourceDifferenceProps } from './project-difference.tsx';
import RevisionsDialog from './revisions-dialog.tsx';

const user = userEvent.setup();
const id = '0000000000000001';
/** The revisions on the server, newest first; the HTML is `<p>{rev}</p>`. */
let kept: RevisionSummary[];
let failing: boolean;
/** Whether the response to a new name is lost. */
let losing: boolean;
let restored: ChosenRevision[];
/** The HTML of every revision, if it is another one. */
let texts: string | undefined;
/** The missing files of every revision. */
let missingFiles: string[];
/** The npm packages of every revision. */
let earlierPackages: Record<string, string> | undefined;
let named: RevisionName[];
let closed: number;

async function server(request: Request): Promise<Response> {
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  // Another window has withdrawn it already.
  if (request.method === 'DELETE') return Response.json({ code: 'not_found' }, { status: 404 });
  const rev = request.url.match(/revisions\/(\d+)$/)?.[1];
  const summary = kept.find((revision) => revision.rev === Number(rev));
  if (!summary) return Response.json({ data: kept, total: kept.length, page: 1, limit: 100, totalPages: 1 });
  if (request.method === 'PATCH') {
    const body = (await request.json()) as RevisionName;
    if (body.version !== summary.version)
      return Response.json({ detail: 'This version was saved again in the meantime.' }, { status: 409 });
    named.push(body);
    kept = kept.map((one) => (one === summary ? { ...summary, name: body.name } : one));
    if (losing) throw new TypeError('Failed to fetch');
    return Response.json({ ...summary, name: body.name });
  }
  const code = { html: texts ?? `<p>${rev}</p>`, css: 'p { color: red }', js: '' };
  const packages = earlierPackages;
  return Response.json({
    ...summary,
    ...code,
    frameworkConfig: { ...defaultFrameworkConfig, packages },
    missingFiles,
  });
}

const revision = (rev: number, fields: Partial<RevisionSummary> = {}): RevisionSummary => ({
  rev,
  createdAt: `2026-11-0${rev}T10:30:00.000Z`,
  changedAt: `2026-11-0${rev}T10:34:00.000Z`,
  kind: 'manual',
  change: 'edit',
  template: null,
  restoredFrom: null,
  name: null,
  publishedAt: null,
  title: 'Clock',
  version: rev,
  ...fields,
});

function PlainTexts({ before, after }: SourceDifferenceProps) {
  return <p>{`${before.text} became ${after.text}`}</p>;
}

function open(given: Partial<WorkingProject> = {}) {
  const dialog = (present: Partial<WorkingProject>) => (
    <RevisionsDialog
      source={{ call: createFakeCall(server), socket: createFakeSocket().socket }}
      projectId={id}
      present={{
        ...blankProject(),
        id,
        title: 'Clock',
        html: '<p>now</p>',
        css: 'p { color: red }',
        ...present,
      }}
      onRestore={async (revision) => {
        restored.push(revision);
        return true;
      }}
      SourceDifference={PlainTexts}
      onClose={() => {
        closed += 1;
      }}
    />
  );
  const { rerender } = render(dialog(given));
  return { show: (present: Partial<WorkingProject>) => rerender(dialog(present)) };
}

beforeEach(() => {
  kept = [revision(3), revision(2, { kind: 'auto' }), revision(1, { title: 'First name' })];
  failing = false;
  losing = false;
  restored = [];
  texts = undefined;
  missingFiles = [];
  earlierPackages = undefined;
  named = [];
  closed = 0;
});

test('lists when a version was saved last, what that changed, and its name or title where it has another', async () => {
  kept = [
    revision(8, { change: 'packages' }),
    revision(7, { change: 'restore', restoredFrom: '2026-11-02T16:59:00.000Z' }),
    revision(6, { change: 'template', template: 'Night sky' }),
    revision(5, { change: 'framework' }),
    revision(4, { kind: 'auto', change: 'large' }),
    revision(3, { name: 'Before the move' }),
    revision(2, { kind: 'auto' }),
    revision(1, { title: 'First name' }),
  ];
  open();
  const choices = await screen.findAllByRole('radio');
  const names = choices.map((choice) => choice.closest('label')?.textContent ?? '');
  expect(names[0]).toContain('Package change');
  expect(names[1]).toMatch(/Nov 7, 2026.*10:34.*Restored version from Nov 2, 2026/);
  expect(names[2]).toContain('Template: Night sky');
  expect(names[3]).toContain('Framework change');
  expect(names[4]).toContain('Large edit');
  expect(names[5]).toMatch(/^Before the move.*Saved$/);
  expect(names[6]).toMatch(/Auto-save$/);
  expect(names[7]).toContain('First name');
});

test('shows of the chosen one only the sources and facts that differ from the present text', async () => {
  open();
  await screen.findByText('<p>2</p> became <p>now</p>');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['HTML']);
  expect(screen.queryByText('Title')).toBeNull();

  await user.click(screen.getByRole('radio', { name: /First name/ }));
  await screen.findByText('<p>1</p> became <p>now</p>');
  screen.getByText('Title');
});

test('says how configurations differ in words', async () => {
  const frameworkConfig = { ...defaultFrameworkConfig, framework: 'vue', cssFramework: 'scss' } as const;
  open({ frameworkConfig });
  const facts = await screen.findByText('Framework');
  expect(facts.closest('dl')?.textContent).toBe('FrameworkVanilla JS → Vue 3CSSplain → SCSS');
});

test('says which packages were added, updated and removed since', async () => {
  earlierPackages = { d3: '7.9.0', three: '0.180.0' };
  const packages = { three: '0.181.0', 'canvas-confetti': '1.9.3' };
  open({ frameworkConfig: { ...defaultFrameworkConfig, packages } });
  const facts = await screen.findByText('Added');
  expect(facts.closest('dl')?.textContent).toBe(
    'Addedcanvas-confetti 1.9.3Removedd3 7.9.0Updatedthree 0.180.0 → 0.181.0',
  );
});

test('packages that are listed in another order are the same', async () => {
  kept = [revision(3)];
  earlierPackages = { d3: '7.9.0', three: '0.180.0' };
  const packages = { three: '0.180.0', d3: '7.9.0' };
  open({ html: '<p>3</p>', frameworkConfig: { ...defaultFrameworkConfig, packages } });
  await screen.findByText('Both versions are the same.');
});

test('where nothing differs it says so, and there is nothing to restore', async () => {
  kept = [revision(3)];
  open({ html: '<p>3</p>' });
  await screen.findByText('Both versions are the same.');
  expect(screen.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true);
  screen.getByText('This is the current version.');
});

test('Restore brings the chosen one back and closes', async () => {
  open();
  await user.click(await screen.findByRole('radio', { name: /First name/ }));
  await screen.findByText('<p>1</p> became <p>now</p>');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(restored).toMatchObject([{ rev: 1, version: 1, missingFiles: [] }]);
});

test('an automatic save meanwhile: its new text is shown, restored and named by its version', async () => {
  const { show } = open({ version: 3 });
  await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
  await screen.findByText('<p>3</p> became <p>now</p>');
  kept = [revision(3, { version: 4 }), ...kept.slice(1)];
  texts = '<p>saved again</p>';
  show({ version: 4 });
  await screen.findByText('<p>saved again</p> became <p>now</p>');
  await user.click(screen.getByRole('button', { name: 'Name this version' }));
  await user.keyboard('Again{Enter}');
  await waitFor(() => expect(named).toEqual([{ name: 'Again', version: 4 }]));
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(restored).toMatchObject([{ rev: 3, version: 4 }]));
});

test('a version that was saved again elsewhere is not named, then shown as it is now, and named', async () => {
  open();
  await screen.findByText('<p>2</p> became <p>now</p>');
  kept = [revision(3), revision(2, { version: 5 }), revision(1)];
  texts = '<p>saved again</p>';
  await user.click(screen.getByRole('button', { name: 'Name this version' }));
  await user.keyboard('Again{Enter}');
  await screen.findByRole('alert');
  await screen.findByText('<p>saved again</p> became <p>now</p>');
  expect(named).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Version name' }), '{Enter}');
  await screen.findByRole('radio', { name: /^Again/ });
  expect(named).toEqual([{ name: 'Again', version: 5 }]);
});

test('a new revision meanwhile leaves the one on screen chosen', async () => {
  const { show } = open({ version: 3 });
  await screen.findByText('<p>2</p> became <p>now</p>');
  kept = [revision(4), ...kept];
  show({ version: 4 });
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(4));
  screen.getByText('<p>2</p> became <p>now</p>');
});

test('names the files that are gone', async () => {
  missingFiles = ['sea.png'];
  open();
  await screen.findByText('<p>2</p> became <p>now</p>');
  screen.getByText(/This version uses a file that is no longer there: .*sea\.png/);
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(restored).toMatchObject([{ rev: 2, missingFiles: ['sea.png'] }]));
});

test('a version can be named, and its name taken away', async () => {
  open();
  await screen.findByText('<p>2</p> became <p>now</p>');
  await user.click(screen.getByRole('button', { name: 'Name this version' }));
  await user.keyboard(' Before the move {Enter}');
  await screen.findByRole('radio', { name: /Before the move/ });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rename'));
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await user.clear(screen.getByRole('textbox', { name: 'Version name' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement?.textContent).toBe('Rename');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await user.clear(screen.getByRole('textbox', { name: 'Version name' }));
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Name this version' });
  expect(named.map(({ name }) => name)).toEqual(['Before the move', null]);
});

test('a name is in the list although the response to it was lost', async () => {
  losing = true;
  open();
  await user.click(await screen.findByRole('button', { name: 'Name this version' }));
  await user.keyboard('Before the move{Enter}');
  await screen.findByRole('alert');
  await screen.findByRole('radio', { name: /Before the move/ });
});

test('the question about a version goes once another window has withdrawn it', async () => {
  const publishedAt = '2026-11-02T11:00:00.000Z';
  kept = [revision(3), revision(2, { publishedAt })];
  open();
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  kept = [revision(3), revision(2)];
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }));
  await screen.findByRole('button', { name: 'Publish this version' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Name this version');
});

test('a name that is being typed waits for its version to be chosen again', async () => {
  kept = [revision(3), revision(2), revision(1)];
  open();
  await user.click(await screen.findByRole('button', { name: 'Name this version' }));
  await user.type(screen.getByRole('textbox', { name: 'Version name' }), 'First draft');
  const [newest, second] = screen.getAllByRole('radio');
  await user.click(newest as HTMLElement);
  await screen.findByRole('button', { name: 'Name this version' });
  await user.click(second as HTMLElement);
  expect(await screen.findByRole('textbox', { name: 'Version name' })).toHaveProperty('value', 'First draft');
});

test('that cannot be loaded says so, and Retry loads it', async () => {
  failing = true;
  open();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  screen.getByText('A backing service is away.');
  act(() => {
    failing = false;
  });
  await user.click(retry);
  await screen.findByText('<p>2</p> became <p>now</p>');
});
