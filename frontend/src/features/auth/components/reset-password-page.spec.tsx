import { limits } from '@studio/contract/limits';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeSession } from '@/testing/fake-session.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const user = userEvent.setup();

test('a pasted password that is too long is sent as it is, and refused, not cut off unseen', async () => {
  const detail = 'New password must have at most 128 characters.';
  const server = createFakeSession(() => ({ status: 400, body: { code: 'validation_failed', detail } }));
  render(
    <ResetPasswordPage
      call={server.call}
      token="token"
      askInstead={null}
      hasForum={false}
      onDone={() => undefined}
    />,
  );
  const newPassword = 'p'.repeat(limits.passwordMax + 1);
  await user.click(screen.getByLabelText('New password'));
  await user.paste(newPassword);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByText(detail);
  expect(server.requests).toMatchObject([{ body: { token: 'token', newPassword } }]);
});

test.each([true, false])(
  'says that forum accounts get no email, where there is a forum: %s',
  async (hasForum) => {
    const server = createFakeSession(() => ({ status: 204 }));
    render(
      <ResetPasswordPage
        call={server.call}
        token={null}
        askInstead={null}
        hasForum={hasForum}
        onDone={() => undefined}
      />,
    );
    const hint = () =>
      screen.queryByText(/If you sign in through the forum, you have no password here/) !== null;
    expect(hint()).toBe(hasForum);
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByText(/a link is on its way/);
    expect(hint()).toBe(hasForum);
  },
);
