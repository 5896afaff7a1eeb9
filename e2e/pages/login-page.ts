import type { Locator, Page } from '@playwright/test';

/** The login screen (specification: Login screen). */
export class LoginPage {
  readonly page: Page;
  readonly email: Locator;
  readonly password: Locator;
  readonly login: Locator;
  readonly tryDemo: Locator;

  constructor(page: Page) {
    this.page = page;
    this.email = page.getByLabel('Email');
    this.password = page.getByLabel('Password');
    this.login = page.getByRole('button', { name: 'Login', exact: true });
    this.tryDemo = page.getByRole('button', { name: 'Try Demo Account' });
  }

  async signIn(person: { email: string; password: string }): Promise<void> {
    await this.email.fill(person.email);
    await this.password.fill(person.password);
    await this.login.click();
  }
}
