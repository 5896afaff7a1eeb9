import { render, screen } from '@testing-library/react';
import { createFakeSession } from '@/testing/fake-session.ts';
import TakedownNotice from './takedown-notice.tsx';

const projectId = 'p'.repeat(16);
const at = '2026-11-01T00:00:00.000Z';

test('the owner reads why the appeal was rejected, and cannot appeal again', async () => {
  const appeal = { note: 'It is a lesson.', at, state: 'rejected', rejectionReason: 'It still steals.' };
  const takedown = { rev: 3, reason: 'malware', note: 'It steals.', at, appeal };
  const { call } = createFakeSession(() => ({ status: 200, body: takedown }));
  render(<TakedownNotice call={call} projectId={projectId} onGone={() => undefined} />);
  await screen.findByText(
    /\(published version 3\)\. “It steals.” Your appeal was rejected. “It still steals.”/,
  );
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});
