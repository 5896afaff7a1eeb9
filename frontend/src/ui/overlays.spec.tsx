import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirm } from './dialogs/confirm.ts';
import { manualCopy } from './dialogs/copy-text.ts';
import { Dialog } from './dialogs/dialog.tsx';
import { Overlays } from './overlays.tsx';
import { shownToast, toast } from './toast/toast.ts';

const text = 'You have unsaved changes. Are you sure you want to create a new project?';
const question = { title: 'Unsaved changes', text, action: 'New project' };

describe('toasts', () => {
  afterEach(() => act(() => shownToast.setState(null, true)));

  test('only one shows at a time: the newest', async () => {
    render(<Overlays />);
    act(() => toast({ title: 'Project saved' }));
    await screen.findByText('Project saved');
    act(() => toast({ title: 'Link copied' }));
    await screen.findByText('Link copied');
    expect(screen.queryByText('Project saved')).toBeNull();
  });

  test('a swipe of more than 50 pixels takes them away, a shorter one does not', async () => {
    render(<Overlays />);
    act(() => toast({ title: 'Project saved' }));
    const shown = (await screen.findByText('Project saved')).closest('li') as HTMLLIElement;
    const swipe = (pixels: number) => {
      // jsdom has no pointer events; mouse events have the properties that matter here.
      fireEvent(shown, new MouseEvent('pointerdown', { bubbles: true, button: 0 }));
      fireEvent(shown, new MouseEvent('pointermove', { bubbles: true, clientX: pixels }));
      fireEvent(shown, new MouseEvent('pointerup', { bubbles: true, clientX: pixels }));
    };
    swipe(50);
    expect(screen.queryByText('Project saved')).not.toBeNull();
    swipe(51);
    expect(screen.queryByText('Project saved')).toBeNull();
  });

  test('F8 leads to them and their action can be taken by keyboard', async () => {
    const user = userEvent.setup();
    let undone = 0;
    render(
      <>
        <Overlays />
        <button type="button">Elsewhere</button>
      </>,
    );
    act(() =>
      toast({
        title: 'Project deleted',
        action: {
          label: 'Undo',
          run: () => {
            undone += 1;
          },
        },
      }),
    );
    const undo = await screen.findByRole('button', { name: 'Undo' });
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await user.keyboard('[F8]{Tab}{Tab}');
    expect(document.activeElement).toBe(undo);
    await user.keyboard('{Enter}');
    expect(undone).toBe(1);
    expect(screen.queryByText('Project deleted')).toBeNull();
  });

  test('they are announced to screen readers, and are not a second status beside the badge', async () => {
    render(<Overlays />);
    act(() => toast({ title: 'Save failed', tone: 'danger' }));
    const title = await screen.findByText('Save failed');
    expect(title.closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive');
    expect(screen.queryAllByRole('status')).toHaveLength(0);
  });
});

describe('questions', () => {
  test('have the focus from the moment that they are asked, while they are loading too', async () => {
    render(
      <>
        <Overlays />
        <input aria-label="Code" />
      </>,
    );
    screen.getByLabelText('Code').focus();
    act(() => void confirm(question));
    expect(document.activeElement).not.toBe(screen.getByLabelText('Code'));
    await screen.findByRole('alertdialog');
  });

  test('the confirming button comes first, Cancel second, and Cancel has the focus', async () => {
    render(<Overlays />);
    act(() => void confirm(question));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Unsaved changes',
      description: text,
    });
    const names = within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(names).toEqual(['New project', 'Cancel']);
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  test.each([
    ['the confirming button', '{Shift>}{Tab}{/Shift}{Enter}', true],
    ['Cancel', '{Enter}', false],
    ['Esc', '{Escape}', false],
  ])('%s answers', async (_, keys, expected) => {
    const user = userEvent.setup();
    render(<Overlays />);
    let answer = Promise.resolve(!expected);
    act(() => {
      answer = confirm(question);
    });
    await screen.findByRole('alertdialog');
    await user.keyboard(keys);
    expect(await answer).toBe(expected);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test.each([
    ['elsewhere, the focus stays there', 'Code'],
    ['nowhere, it returns to where it was', 'New'],
  ])('once confirmed and led %s', async (_, expected) => {
    const user = userEvent.setup();
    render(
      <>
        <Overlays />
        <button
          type="button"
          onClick={async () => {
            if ((await confirm(question)) && expected === 'Code') screen.getByLabelText('Code').focus();
          }}
        >
          New
        </button>
        <button type="button" aria-label="Code">
          Code
        </button>
      </>,
    );
    await user.click(screen.getByText('New'));
    await screen.findByRole('alertdialog');
    await user.click(screen.getByRole('button', { name: 'New project' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // The focus returns in a task after the dialog has gone.
    await waitFor(() => expect(document.activeElement?.textContent).toBe(expected));
  });

  test('Esc closes the question alone, over a dialog, too, from the moment that it has the focus', async () => {
    let closed = 0;
    render(
      <>
        <Overlays />
        <Dialog title="Projects" onClose={() => (closed += 1)}>
          <button type="button">Delete</button>
        </Dialog>
      </>,
    );
    const escapeAtOnce = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.textContent === 'Cancel')
        fireEvent.keyDown(target, { key: 'Escape' });
    };
    document.addEventListener('focusin', escapeAtOnce);
    let answer = Promise.resolve(true);
    act(() => {
      answer = confirm(question);
    });
    expect(await answer).toBe(false);
    document.removeEventListener('focusin', escapeAtOnce);
    expect(closed).toBe(0);
  });
});

test('an Esc that ends a composition in Safari leaves the dialog open', () => {
  const close = jest.fn();
  render(
    <Dialog title="Projects" onClose={close}>
      <input aria-label="Search" />
    </Dialog>,
  );
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Escape', keyCode: 229 });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Escape', keyCode: 27 });
  expect(close).toHaveBeenCalled();
});

test('a text to copy by hand keeps its lines', async () => {
  render(<Overlays />);
  act(() => manualCopy.setState('one\ntwo', true));
  expect(await screen.findByRole('textbox', { name: 'Text to copy' })).toHaveProperty('value', 'one\ntwo');
  act(() => manualCopy.setState(null, true));
});
