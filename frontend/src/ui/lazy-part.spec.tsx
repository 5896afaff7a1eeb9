import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChunkBoundary, lazyPart } from './lazy-part.tsx';

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
