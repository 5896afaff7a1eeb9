import type { Locator, Page } from '@playwright/test';

/** Revision history: the revisions of the open project, and the chosen one's differences from the current version. */
export class RevisionsDialog {
  readonly dialog: Locator;
  /** The revisions, newest first. */
  readonly choices: Locator;
  readonly restore: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Revision history' });
    this.choices = this.dialog.getByRole('radio');
    this.restore = this.dialog.getByRole('button', { name: 'Restore' });
  }

  /** The revision with this name or change. */
  choice(text: string): Locator {
    return this.dialog.getByRole('radio', { name: text });
  }

  /** Restores the chosen revision and returns true. If nothing differs, closes the dialog and returns false. */
  async restoreChosen(): Promise<boolean> {
    const loaded = /^(This is the current version|Restoring creates)/;
    await this.dialog.getByText(loaded).waitFor();
    const isOther = await this.restore.isEnabled();
    if (isOther) await this.restore.click();
    else await this.dialog.getByRole('button', { name: 'Close' }).click();
    await this.dialog.waitFor({ state: 'hidden', timeout: 3_000 });
    return isOther;
  }

  /** The visible lines of one side of the comparison. */
  lines(side: 'before' | 'after'): Locator {
    return this.dialog.locator(`.editor.${side === 'before' ? 'original' : 'modified'} .view-lines`);
  }
}
