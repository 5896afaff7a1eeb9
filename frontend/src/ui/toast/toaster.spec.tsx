import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
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

test('Esc closes the dialog that has the focus, and leaves its toast with Undo', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const close = jest.fn();
  render(
    <>
      <Toaster />
      <Dialog title="Your Projects" onClose={close}>
        <button type="button">Delete</button>
      </Dialog>
    </>,
  );
  screen.getByRole('button', { name: 'Delete' }).focus();
  act(() => toast({ title: 'Project deleted', action: { label: 'Undo', run: () => undefined } }));
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  act(() => screen.getByText('Undo').focus());
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Project deleted')).toBeNull();
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ['clicks', 'Undo'],
  ['Esc', null],
])('a toast takes %s above a dialog that opens later, and the dialog stays', async (_, clicked) => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const [undo, close] = [jest.fn(), jest.fn()];
  const page = (dialog: ReactNode) => (
    <>
      <Toaster />
      {dialog}
    </>
  );
  const { rerender } = render(page(null));
  act(() => toast({ title: 'Project deleted', action: { label: 'Undo', run: undo } }));
  rerender(
    page(
      <Dialog title="Your Projects" onClose={close}>
        <button type="button">Delete</button>
      </Dialog>,
    ),
  );
  if (clicked) await user.click(screen.getByText(clicked));
  else await user.keyboard('[F8]{Escape}');
  expect(screen.queryByText('Project deleted')).toBeNull();
  expect(undo).toHaveBeenCalledTimes(clicked ? 1 : 0);
  expect(close).not.toHaveBeenCalled();
});

test('once a toast is gone, Esc and the focus are those of the dialog below it', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const close = jest.fn();
  function Page() {
    const [isReviewing, setReviewing] = useState(false);
    const run = () => setReviewing(true);
    return (
      <>
        <Toaster />
        <Dialog title="Browse" onClose={close}>
          <button
            type="button"
            onClick={() => toast({ title: 'New report', action: { label: 'Review', run } })}
          >
            Report
          </button>
        </Dialog>
        {isReviewing && (
          <Dialog title="Admin Panel" onClose={() => setReviewing(false)}>
            <button type="button">Dismiss report</button>
          </Dialog>
        )}
      </>
    );
  }
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await user.click(screen.getByText('Review'));
  screen.getByRole('dialog', { name: 'Admin Panel' });
  await user.keyboard('{Escape}');
  act(() => jest.advanceTimersByTime(100));
  const below = screen.getByRole('dialog', { name: 'Browse' });
  expect(below.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await user.click(screen.getByLabelText('Dismiss'));
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(2);
});

test('F8 leads out of an open dialog to Undo, and the dialog stays', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const undo = jest.fn();
  render(
    <>
      <Toaster />
      <Dialog title="Your Projects" onClose={() => undefined}>
        <button type="button">Delete</button>
      </Dialog>
    </>,
  );
  screen.getByRole('button', { name: 'Delete' }).focus();
  act(() => toast({ title: 'Project deleted', action: { label: 'Undo', run: undo } }));
  await user.keyboard('[F8]{Tab}{Tab}');
  expect(document.activeElement?.textContent).toBe('Undo');
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledTimes(1);
  screen.getByRole('dialog', { name: 'Your Projects' });
});

test('F8 leads to a toast from an editor that uses the key itself, and is left to it otherwise', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const showNextProblem = jest.fn();
  render(
    <>
      <Toaster />
      <textarea
        aria-label="Code"
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.code === 'F8') showNextProblem();
        }}
      />
    </>,
  );
  const code = screen.getByLabelText('Code');
  code.focus();
  await user.keyboard('[F8]');
  expect(showNextProblem).toHaveBeenCalledTimes(1);
  act(() => toast({ title: 'Project saved' }));
  await user.keyboard('{Shift>}[F8]{/Shift}');
  expect(showNextProblem).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(code);
  await user.keyboard('[F8]');
  expect(showNextProblem).toHaveBeenCalledTimes(2);
  expect(document.activeElement?.contains(screen.getByText('Project saved'))).toBe(true);
});
