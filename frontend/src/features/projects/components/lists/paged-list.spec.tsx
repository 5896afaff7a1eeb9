import type { Page } from '@studio/contract/http/paging';
import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createQueryClient } from '@/lib/query-client.ts';
import { PagedList } from './paged-list.tsx';

const user = userEvent.setup();
let client: ReturnType<typeof createQueryClient>;
/** The titles on the server. */
let listed: string[];
let failing: boolean;

async function fetchPage(page: number, search: string): Promise<Page<string>> {
  if (failing) throw new Error('A backing service is away.');
  const data = listed.filter((title) => title.includes(search));
  return { data, total: data.length, page, limit: 20, totalPages: 2 };
}

function Titles() {
  const [query, setQuery] = useState({ page: 1, search: '' });
  const list = useQuery({
    queryKey: ['titles', query],
    queryFn: () => fetchPage(query.page, query.search),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      label="Titles"
      controls={<button onClick={() => setQuery({ page: 1, search: 'Clock' })}>Search</button>}
      list={list}
      count={list.data?.total}
      query={query}
      onPage={(page) => setQuery({ ...query, page })}
      loading="Loading"
      empty="Nothing"
      renderItems={(titles) => titles.map((title) => <p key={title}>{title}</p>)}
    />
  );
}

function open() {
  client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Titles />
    </QueryClientProvider>,
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const expectStatus = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

beforeEach(() => {
  listed = ['Clock', 'Rain'];
  failing = false;
});

test('says to screen readers how many projects there are, and that none is found', async () => {
  open();
  await expectStatus('2 projects');
  await press('Search');
  await expectStatus('1 project');
  listed = [];
  await act(() => client.invalidateQueries());
  await expectStatus('0 projects');
});

test('says to screen readers that it could not be loaded', async () => {
  failing = true;
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('A backing service is away.');
});

test('a page that could not be loaded leaves the way to the others', async () => {
  open();
  await screen.findByText('Page 1 of 2');
  failing = true;
  await press('Next page');
  await screen.findByRole('alert');
  screen.getByText('Page 2 of 2');
  await press('Previous page');
  await screen.findByText('Clock');
  screen.getByText('Page 1 of 2');
});

test('a search that could not be loaded has no pages of the one before', async () => {
  open();
  await screen.findByText('Page 1 of 2');
  failing = true;
  await press('Search');
  await screen.findByRole('alert');
  expect(screen.queryByText(/^Page/)).toBeNull();
});

test('the button that leads to the last page keeps the focus there, and leads no further', async () => {
  open();
  await screen.findByText('Page 1 of 2');
  await press('Next page');
  await screen.findByText('Page 2 of 2');
  const next = screen.getByRole('button', { name: 'Next page' });
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  screen.getByText('Page 2 of 2');
});

test('begins at its top when another page or search is shown, and stays where it is when projects are added', async () => {
  open();
  const region = (await screen.findByText('Clock')).parentElement as HTMLElement;
  region.scrollTop = 50;
  listed = ['Clock', 'Rain', 'Sun'];
  await act(() => client.invalidateQueries());
  await screen.findByText('Sun');
  expect(region.scrollTop).toBe(50);

  await press('Next page');
  await waitFor(() => expect(region.scrollTop).toBe(0));
  region.scrollTop = 50;
  await press('Previous page');
  await waitFor(() => expect(region.scrollTop).toBe(0));
  region.scrollTop = 50;
  await press('Search');
  await waitFor(() => expect(region.scrollTop).toBe(0));
});
