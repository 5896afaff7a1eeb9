import { linkIn, startMailServer } from '../../../backend/test/support/mail-server.ts';
import { register } from '../../fixtures/accounts.ts';
import { expect, LoginPage, test } from '../../fixtures/test.ts';
import { startStudio } from '../../stack/studio.ts';

test('a forgotten password: from the login screen through the link in the email to a new one', async ({
  visit,
}) => {
  const mail = await startMailServer();
  const studio = await startStudio({ SMTP_URL: mail.url, MAIL_FROM: 'studio@studio.example' });
  const person = await register(studio);
  const page = await visit(`${studio.url}/login`);
  await page.getByRole('link', { name: 'Get a new one' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(() => mail.received.length).toBe(1);
  const [message] = mail.received;
  if (!message) throw new Error('There is no message.');

  await page.goto(linkIn(message).href.replace(/^https?:\/\/[^/]+/, studio.url));
  await expect(page).toHaveURL(`${studio.url}/reset-password`);
  await page.getByLabel('New password').fill('a password to remember');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${studio.url}/login`);
  await new LoginPage(page).signIn({ email: person.email, password: 'a password to remember' });
  await expect(page).toHaveURL(`${studio.url}/`);

  const again = await visit(linkIn(message).href);
  await again.getByLabel('New password').fill('another password');
  await again.getByRole('button', { name: 'Set password' }).click();
  await expect(again.getByText(/has been used already/)).toBeVisible();
  await again.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect(again.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await studio.dispose();
  await mail.stop();
});
