import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeSession } from '@/testing/fake-session.ts';
import { ReportPage } from './report-page.tsx';

const id = 'p'.repeat(16);

test.each([
  [null, 'the project as it is now', {}],
  [3, 'version 3', { rev: 3 }],
])(
  'a report of version %s is sent for it, and says that the moderators will review %s',
  async (rev, what, sent) => {
    const user = userEvent.setup();
    const { call, requests } = createFakeSession(() => ({
      status: 201,
      body: { id: 'r'.repeat(16), createdAt: '2026-11-01T00:00:00.000Z' },
    }));
    render(<ReportPage call={call} projectKey={{ id, rev }} userId={'a'.repeat(16)} signInPath="/login" />);
    await user.click(screen.getByRole('radio', { name: /Spam/ }));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    const thanks = await screen.findByText(new RegExp(`will review ${what}\\.`));
    expect(document.activeElement?.contains(thanks)).toBe(true);
    expect(requests).toEqual([
      { method: 'POST', path: `/projects/${id}/report`, body: { reason: 'spam', note: '', ...sent } },
    ]);
  },
);
