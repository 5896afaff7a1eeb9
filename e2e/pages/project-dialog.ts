import type { Locator, Page } from '@playwright/test';

/** Your Projects or Browse Public Projects: a dialog with a card for each project. */
export class ProjectDialog {
  readonly dialog: Locator;
  readonly search: Locator;
  readonly sortBy: Locator;
  readonly close: Locator;

  constructor(page: Page, title: 'Your Projects' | 'Browse Public Projects') {
    this.dialog = page.getByRole('dialog', { name: title });
    this.search = this.dialog.getByRole('searchbox');
    this.sortBy = this.dialog.getByRole('combobox', { name: 'Sort by' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
  }

  /** The card of a project, found by its title. */
  card(title: string): Locator {
    return this.dialog.getByRole('listitem').filter({ hasText: title });
  }

  button(title: string, name: 'Load' | 'Delete' | 'Like' | 'Report'): Locator {
    return this.card(title).getByRole('button', { name, exact: true });
  }
}
