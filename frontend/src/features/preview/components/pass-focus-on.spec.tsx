import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import PreviewBar from './preview-bar.tsx';
import PreviewPlaceholder from './preview-placeholder.tsx';

/** Something that offers Run until the project runs, below the button that runs it again. */
function Panel({ offer }: { offer: (run: () => void) => ReactNode }) {
  const [runs, setRuns] = useState(false);
  return (
    <>
      <button type="button" aria-label="Refresh" />
      {!runs && offer(() => setRuns(true))}
    </>
  );
}

const nothing = () => undefined;

test.each([
  [
    'the bar of code that has changed',
    (run: () => void) => <PreviewBar problems={[]} behind onRun={run} onReveal={nothing} />,
  ],
  [
    'code from another page',
    (run: () => void) => <PreviewPlaceholder status="foreign" onRun={run} isAlone={false} />,
  ],
])('Run of %s leaves the focus to Refresh', async (_what, offer) => {
  render(<Panel offer={offer} />);
  const run = screen.getByRole('button', { name: 'Run' });
  run.focus();
  await userEvent.keyboard('{Enter}');
  expect(run.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
});
