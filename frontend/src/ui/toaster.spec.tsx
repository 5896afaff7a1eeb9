import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { shownToast, toast } from './toast.ts';
import Toaster from './toaster.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(() => shownToast.setState(null, true));
  jest.useRealTimers();
});

test('goes after 5 seconds, not before', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Project saved' }));
  act(() => jest.advanceTimersByTime(4_900));
  expect(screen.queryByText('Project saved')).not.toBeNull();
  act(() => jest.advanceTimersByTime(200));
  expect(screen.queryByText('Project saved')).toBeNull();
});

test('an action needs a text', () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<Toaster />);
  act(() => toast({ title: 'Project deleted', action: { label: ' ', run: () => undefined } }));
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Dismiss',
  ]);
  expect(complaints).toHaveBeenCalled();
  complaints.mockRestore();
});
