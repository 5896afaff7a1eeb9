import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { Dialog } from './dialogs/dialog.tsx';
import { ChunkBoundary, lazyOrElse, lazyPart } from './lazy-part.tsx';

const Field = () => <input aria-label="Field" />;
const field = () => screen.queryByLabelText<HTMLInputElement>('Field');

test('what was fetched ahead is there at once, without a fallback', async () => {
  const Part = lazyPart(async () => ({ default: Field }));
  await Part.fetch();
  render(
    <ChunkBoundary onFailure={() => undefined} fallback="Loading...">
      <Part />
    </ChunkBoundary>,
  );
  expect(field()).not.toBeNull();
});

test('what was shown as it came keeps its state when it is drawn anew', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Field }>();
  const Part = lazyPart(() => promise);
  const page = () => (
    <ChunkBoundary onFailure={() => undefined} fallback="Loading...">
      <Part />
    </ChunkBoundary>
  );
  const { rerender } = render(page());
  screen.getByText('Loading...');
  await act(async () => resolve({ default: Field }));
  await userEvent.setup().type(await screen.findByLabelText('Field'), 'typed');
  rerender(page());
  expect(field()?.value).toBe('typed');
});

test('what could not be fetched is asked for again once a dialog is there, which would cover its substitute', async () => {
  silenceWarnings();
  let isThere = false;
  const load = async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return { default: Field };
  };
  const Part = lazyOrElse(load, () => 'Plain');
  const page = (dialog: ReactNode) => (
    <Suspense>
      <Part />
      {dialog}
    </Suspense>
  );
  const { rerender } = render(page(null));
  await screen.findByText('Plain');
  isThere = true;
  rerender(
    page(
      <Dialog title="Your Projects" onClose={() => undefined}>
        <p>Clock</p>
      </Dialog>,
    ),
  );
  await act(settled);
  expect(field()).not.toBeNull();
});
