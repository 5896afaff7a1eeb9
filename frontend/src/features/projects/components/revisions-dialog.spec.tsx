import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { RevisionSummary } from '@studio/contract/http/revisions';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHttpClient } from '@/lib/http-client.ts';
import { blankProject } from '../model/working-project.ts';
import type { SourceDifferenceProps } from './project-difference.tsx';
import RevisionsDialog from './revisions-dialog.tsx';

const user = userEvent.setup();
const id = '0000000000000001';
/** What the server keeps, newest first; its HTML is `<p>{rev}</p>`. */
let kept: RevisionSummary[];
let failing: boolean;
let restored: number[];
let closed: number;

function server(request: Request): Response {
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  const rev = request.url.match(/revisions\/(\d+)$/)?.[1];
  const summary = kept.find((revision) => revision.rev === Number(rev));
  if (!summary) return Response.json({ data: kept, total: kept.length, page: 1, limit: 100, totalPages: 1 });
  const code = { html: `<p>${rev}</p>`, css: 'p { color: red }', js: '' };
  return Response.json({ ...summary, ...code, frameworkConfig: defaultFrameworkConfig });
}

const revision = (rev: number, fields: Partial<RevisionSummary> = {}): RevisionSummary => ({
  rev,
  createdAt: `2026-11-0${rev}T10:30:00.000Z`,
  kind: 'manual',
  title: 'Clock',
  version: rev,
  ...fields,
});

function PlainTexts({ before, after }: SourceDifferenceProps) {
  return <p>{`${before.text} became ${after.text}`}</p>;
}

function open(present: { html?: string; css?: string } = {}) {
  render(
    <RevisionsDialog
      call={createHttpClient({
        baseUrl: 'http://studio.test',
        fetch: async (...given) => server(new Request(...given)),
        token: () => 'token',
        onUnauthorized: () => undefined,
      })}
      projectId={id}
      present={{
        ...blankProject(),
        id,
        title: 'Clock',
        html: '<p>now</p>',
        css: 'p { color: red }',
        ...present,
      }}
      onRestore={async ({ rev }) => {
        restored.push(rev);
        return true;
      }}
      SourceDifference={PlainTexts}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
}

beforeEach(() => {
  kept = [revision(3), revision(2, { kind: 'auto' }), revision(1, { title: 'First name' })];
  failing = false;
  restored = [];
  closed = 0;
});

test('lists when and how the project was saved, and what it was called', async () => {
  open();
  const choices = await screen.findAllByRole('radio');
  const names = choices.map((choice) => choice.closest('label')?.textContent ?? '');
  expect(names[0]).toMatch(/2026.*Saved by hand.*Clock/);
  expect(names[1]).toContain('Automatic save');
  expect(names[2]).toContain('First name');
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

test('says so where nothing differs', async () => {
  kept = [revision(3)];
  open({ html: '<p>3</p>' });
  await screen.findByText('Both texts are the same.');
});

test('Restore brings the chosen one back and closes', async () => {
  open();
  await user.click(await screen.findByRole('radio', { name: /First name/ }));
  await screen.findByText('<p>1</p> became <p>now</p>');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(restored).toEqual([1]);
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
