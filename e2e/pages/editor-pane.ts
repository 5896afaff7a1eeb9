import type { Locator, Page } from '@playwright/test';

export type Language = 'HTML' | 'CSS' | 'JavaScript';

/** One of the three editors: a plain text area until Monaco has loaded, then Monaco. */
export class EditorPane {
  readonly page: Page;
  readonly textbox: Locator;
  readonly maximize: Locator;
  readonly minimize: Locator;
  /** The pane with its header. */
  readonly pane: Locator;
  /** The text that the editor underlines as an error. */
  readonly mistakes: Locator;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.textbox = page.getByRole('textbox', { name: `${language} editor`, exact: true });
    this.maximize = page.getByRole('button', { name: `Maximize ${language} editor` });
    this.pane = page.getByRole('region', { name: language, exact: true });
    this.mistakes = this.pane.locator('.squiggly-error');
    this.minimize = page.getByRole('button', { name: `Minimize ${language} editor` });
  }

  /** Focuses the editor as soon as the project of the address is there: until then it takes no text. */
  async focus(): Promise<void> {
    // Not visible: a maximized pane is drawn over it.
    const main = this.page.locator('main:not([inert])').filter({ has: this.textbox });
    await main.waitFor({ state: 'attached' });
    await this.textbox.focus();
  }

  /** Types at the end, with one input event per piece. The editor closes brackets and quotes as usual. */
  async append(...pieces: string[]): Promise<void> {
    await this.focus();
    await this.page.keyboard.press('Control+End');
    for (const piece of pieces) await this.page.keyboard.insertText(piece);
  }

  /** Puts the caret behind the first `column` characters of the first line. */
  async caretTo(column: number): Promise<void> {
    await this.focus();
    await this.page.keyboard.press('Control+Home');
    for (let passed = 0; passed < column; passed += 1) await this.page.keyboard.press('ArrowRight');
  }

  /** Replaces the whole text by pasting, because the editor adds brackets and indentation to typed text. */
  async replace(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.focus();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Control+v');
  }

  /** The whole text, read by selecting and copying everything. */
  async text(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.focus();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Control+c');
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
