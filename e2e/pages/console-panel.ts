import type { Locator, Page } from '@playwright/test';

/** The JavaScript Console panel (SPEC 2). */
export class ConsolePanel {
  readonly panel: Locator;
  readonly clear: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'JavaScript Console' });
    this.clear = this.panel.getByRole('button', { name: 'Clear console' });
  }
}
