import type { Locator, Page } from '@playwright/test';

/** The JavaScript Console panel (specification: Console). */
export class ConsolePanel {
  readonly panel: Locator;
  readonly clear: Locator;
  readonly filter: Locator;
  readonly prompt: Locator;
  readonly preserveLog: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'JavaScript Console' });
    this.clear = this.panel.getByRole('button', { name: 'Clear console' });
    this.filter = this.panel.getByRole('searchbox', { name: 'Filter the console' });
    this.preserveLog = this.panel.getByRole('switch', { name: 'Preserve log' });
    this.prompt = this.panel.getByRole('textbox', { name: 'Evaluate in the preview' });
  }

  /** The rendered entries that contain a text. Only entries in view are rendered, usually the last ones. */
  row(text: string | RegExp): Locator {
    return this.panel.locator('.console-row').filter({ hasText: text });
  }

  /** An expandable value or group, by its text while it is closed. */
  toggle(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }

  level(name: 'All' | 'Logs' | 'Info' | 'Warnings' | 'Errors'): Locator {
    return this.panel.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  async evaluate(code: string): Promise<void> {
    await this.prompt.fill(code);
    await this.prompt.press('Enter');
  }
}
