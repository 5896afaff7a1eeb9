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

describe.each([
  { name: 'the address', token: null, label: 'Email', path: 'email', button: 'Send the link' },
  {
    name: 'the password',
    token: 'token',
    label: 'New password',
    path: 'newPassword',
    button: 'Set password',
  },
])('a refusal', ({ name, token, label, path, button }) => {
  test.each([
    ['is below it', 429, { code: 'rate_limited', detail: 'Too many requests.' }, false],
    ['marks it', 400, { code: 'validation_failed', fields: [{ path, message: 'It is wrong.' }] }, true],
  ])(
    `of ${name}: %s, where the status is %i, and is announced each time`,
    async (_, status, body, isMarked) => {
      const server = createFakeSession(() => ({ status, body }));
      render(
        <ResetPasswordPage
          call={server.call}
          token={token}
          askInstead={null}
          hasForum={false}
          onDone={() => undefined}
        />,
      );
      const field = screen.getByLabelText(label);
      await user.type(field, 'ada@example.org');
      for (const _ of [1, 2]) {
        const before = screen.queryByText(/Too many requests|It is wrong/);
        await user.click(screen.getByRole('button', { name: button }));
        const sentence = await screen.findByText(isMarked ? 'It is wrong.' : 'Too many requests.');
        // A sentence that stays is not announced again.
        expect(sentence).not.toBe(before);
        expect(sentence.closest('[aria-live]')).not.toBeNull();
        expect(field.getAttribute('aria-invalid')).toBe(isMarked ? 'true' : null);
      }
    },
  );
});
