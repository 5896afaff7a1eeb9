import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { SearchField } from './search-field.tsx';

let searched: string[];
/** The search of a list, which can also change from outside, such as by the page's address. */
const present = createStore(() => 'abc');
const setSearch = (search: string) => present.setState(search, true);

function List() {
  const search = useStore(present);
  const onSearch = (next: string) => {
    searched.push(next);
    setSearch(next);
  };
  return <SearchField label="Search" placeholder="" search={search} onSearch={onSearch} />;
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () => act(() => jest.advanceTimersByTime(250));

beforeEach(() => {
  jest.useFakeTimers();
  searched = [];
  setSearch('abc');
  render(<List />);
});
afterEach(() => jest.useRealTimers());

test('a search is sent once nothing has been typed for 250 ms', () => {
  type('abcd');
  act(() => jest.advanceTimersByTime(249));
  expect(searched).toEqual([]);
  act(() => jest.advanceTimersByTime(1));
  expect(searched).toEqual(['abcd']);
});

test('a search that something else changes is taken over, and not sent back', () => {
  act(() => setSearch(''));
  expect(field().value).toBe('');
  pause();
  expect(searched).toEqual([]);
});

test('one that was sent from here is taken over again when the way back leads to it', () => {
  type('abcd');
  pause();
  act(() => setSearch(''));
  act(() => setSearch('abcd'));
  pause();
  expect([field().value, searched]).toEqual(['abcd', ['abcd']]);
});

test('what was sent leaves the field as it is', () => {
  type('abcd ');
  pause();
  expect([field().value, searched]).toEqual(['abcd ', ['abcd']]);
});
