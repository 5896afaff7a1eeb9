import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LoginPage from './login-page.tsx';

test('says whom it is for, and asks for email and password before it asks the server', async () => {
  const tried: unknown[] = [];
  const onLogin = async (given: unknown) => {
    tried.push(given);
    return null;
  };
  render(
    <LoginPage
      demoAccount={null}
      mainSiteUrl={null}
      forumUrl={null}
      passwordHelp={null}
      notice={null}
      asked={null}
      onLogin={onLogin}
    />,
  );
  screen.getByRole('heading', { name: 'Admin Login' });
  screen.getByText(/for admin access only\. Regular users come through the main site/);
  const [email, password] = [
    screen.getByLabelText<HTMLInputElement>('Email'),
    screen.getByLabelText<HTMLInputElement>('Password'),
  ];
  expect([email.type, email.required, password.type, password.required]).toEqual([
    'email',
    true,
    'password',
    true,
  ]);

  await userEvent.type(email, 'ada@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(tried).toEqual([]);
  await userEvent.type(password, 'secret{Enter}');
  expect(tried).toEqual([{ email: 'ada@example.org', password: 'secret' }]);
});

test('shows how to get a new password, by email or from the contact', () => {
  const page = (passwordHelp: string | null) => (
    <LoginPage
      demoAccount={null}
      mainSiteUrl={null}
      forumUrl={null}
      passwordHelp={passwordHelp}
      notice={null}
      asked={null}
      onLogin={async () => null}
    />
  );
  const { rerender } = render(page(null));
  expect(screen.getByRole('link', { name: 'Get a new one' }).getAttribute('href')).toBe('/reset-password');
  rerender(page('help@studio.example'));
  expect(screen.queryByRole('link', { name: 'Get a new one' })).toBeNull();
  expect(screen.getByText(/Forgot your password\? Ask/).textContent).toContain('help@studio.example');
});
