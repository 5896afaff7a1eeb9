import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LoginPage from './login-page.tsx';

test('says whom it is for, and asks for e-mail and password before it asks the server', async () => {
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
