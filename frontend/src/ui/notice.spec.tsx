import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Notice, NoticeArea } from './notice.tsx';

const user = userEvent.setup();

function Page() {
  const [notices, setNotices] = useState(['First', 'Second']);
  return (
    <>
      <main aria-label="Notices">
        <NoticeArea>
          {notices.map((text) => (
            <Notice key={text} icon={History} text={text}>
              <button type="button" onClick={() => setNotices(notices.filter((other) => other !== text))}>
                Dismiss {text}
              </button>
            </Notice>
          ))}
        </NoticeArea>
      </main>
      <input aria-label="Code" />
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setNotices([])}>
        Open another project
      </button>
    </>
  );
}

test('the focus of a button that goes with its notice stays among the notices', async () => {
  render(<Page />);
  for (const text of ['First', 'Second']) {
    await user.click(screen.getByRole('button', { name: `Dismiss ${text}` }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main').firstElementChild));
  }
});

test('a notice that goes by itself leaves the focus where it is', async () => {
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Dismiss First' }));
  await user.click(screen.getByLabelText('Code'));
  await user.click(screen.getByRole('button', { name: 'Open another project' }));
  expect(screen.queryByText('Second')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
});
