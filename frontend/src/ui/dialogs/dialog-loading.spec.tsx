import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { ChunkBoundary, lazyPart } from '../lazy-part.tsx';
import { Dialog } from './dialog.tsx';
import { DialogLoading } from './dialog-loading.tsx';

const user = userEvent.setup();
const Projects = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Projects" onClose={onClose}>
    <input aria-label="Search" />
  </Dialog>
);
/** The dialog's code arrives. */
let arrive: () => void;

function Page({ Part }: { Part: ComponentType<{ onClose: () => void }> }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <input aria-label="Code" onKeyDown={({ key }) => key === 'F2' && setOpen(true)} />
      {open && (
        <ChunkBoundary onFailure={close} fallback={<DialogLoading onCancel={close} />}>
          <Part onClose={close} />
        </ChunkBoundary>
      )}
    </>
  );
}

const code = () => screen.getByLabelText<HTMLInputElement>('Code');

/** Opens the dialog with the focus in the code, and waits until its code is asked for. */
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Projects }>();
  arrive = () => resolve({ default: Projects });
  render(<Page Part={lazyPart(() => promise)} />);
  await user.type(code(), 'a{F2}');
  await screen.findByRole('status');
});

test('while a dialog is loading nothing reaches what had the focus, and Tab leads nowhere', async () => {
  await user.keyboard('b{Tab}c');
  await user.paste('pasted');
  expect(code().value).toBe('a');
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

test('Esc gives it up, and the focus is back', async () => {
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('status')).toBeNull();
  expect(document.activeElement).toBe(code());
});

test('a dialog that has come returns the focus to where it was before all this', async () => {
  await act(async () => arrive());
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(code()));
});
