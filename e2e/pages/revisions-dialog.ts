import type { Locator, Page } from '@playwright/test';

/** Revision history: the revisions of the project on the desk beside what differs from the present text. */
export class RevisionsDialog {
  readonly dialog: Locator;
  /** Newest first. */
  readonly choices: Locator;
  readonly restore: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Revision history' });
    this.choices = this.dialog.getByRole('radio');
    this.restore = this.dialog.getByRole('button', { name: 'Restore' });
  }

  /** The lines that are shown of one side, side by side. */
  lines(side: 'before' | 'after'): Locator {
    return this.dialog.locator(`.editor.${side === 'before' ? 'original' : 'modified'} .view-lines`);
  }
}
