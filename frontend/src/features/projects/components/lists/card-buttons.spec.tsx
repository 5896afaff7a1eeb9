import type { Page } from '@studio/contract/http/paging';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Call } from '@/lib/http-client.ts';
import { createFakeSession, type FakeResponse } from '@/testing/fake-session.ts';
import { settled } from '@/testing/virtual-time.ts';
import { createListClient, type ListedProject, showLike } from '../../api/use-project-list.ts';
import { CardLikeButton } from './card-buttons.tsx';

const liked = { likes: 8, isLiked: true };
const unliked = { likes: 7, isLiked: false };
const project = { id: 'p'.repeat(16), title: 'Clock', ...unliked } as ListedProject;
const page: Page<ListedProject> = { data: [project], total: 1, page: 1, limit: 20, totalPages: 1 };

/** The button of the first card of a list, and its likes. */
function Card({ call }: { call: Call }) {
  const { data } = useQuery({
    queryKey: ['projects'],
    queryFn: () => page,
    initialData: page,
    enabled: false,
  });
  const [shown = project] = data.data;
  return (
    <>
      <CardLikeButton call={call} project={shown} />
      {`${shown.likes} likes`}
    </>
  );
}

test('the response to the first of two presses, which comes last, does not undo the second', async () => {
  const late = Promise.withResolvers<FakeResponse>();
  const { call } = createFakeSession((asked) =>
    asked.startsWith('PUT') ? late.promise : { status: 200, body: unliked },
  );
  const client = createListClient();
  render(
    <QueryClientProvider client={client}>
      <Card call={call} />
    </QueryClientProvider>,
  );
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Like' }));
  await press();
  // The event of the socket.
  act(() => showLike(client, project.id, unliked.likes, liked));
  await screen.findByRole('button', { pressed: true });
  await press();
  await screen.findByRole('button', { pressed: false });
  late.resolve({ status: 200, body: liked });
  await act(settled);
  screen.getByRole('button', { pressed: false });
  screen.getByText('7 likes');
});
