import type { Locator, Page } from '@playwright/test';

type Tab = 'Project Moderation' | 'User Management' | 'Reports' | 'Activity' | 'Audit Log';

/** The Admin Panel (specification: Dialogs), and what opens above it. */
export class AdminPanel {
  private readonly page: Page;
  readonly dialog: Locator;
  /** The dialog that confirms a permanent deletion, a change of somebody’s rights, a suspension or a decision. */
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Admin Panel' });
    this.question = page.getByRole('alertdialog');
  }

  tab(name: Tab): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  /** A row of the visible list, by its first cell. */
  line(name: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader').filter({ hasText: name }) });
  }

  button(line: string, name: string): Locator {
    return this.line(line).getByRole('button', { name, exact: true });
  }

  /** Searches the visible list. */
  async search(text: string): Promise<void> {
    await this.dialog.getByRole('searchbox').fill(text);
  }

  /** The dialog above the panel with the details of a report or a project. */
  above(title: string): Locator {
    return this.page.getByRole('dialog', { name: title, exact: true });
  }

  async deletePermanently(reason: string): Promise<void> {
    await this.question.getByRole('textbox').fill(reason);
    await this.question.getByRole('checkbox').check();
    await this.question.getByRole('button', { name: 'Delete permanently' }).click();
  }
}
