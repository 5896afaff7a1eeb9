import type { BrowserContext, Page } from '@playwright/test';
import { LoginPage } from '../pages/login-page.ts';
import { StudioPage } from '../pages/studio-page.ts';
import { namesIn } from './ledger.ts';

/** A tab of the walk's browser. */
export class Tab {
  readonly number: number;
  readonly #context: BrowserContext;
  #studio: StudioPage;

  private constructor(number: number, context: BrowserContext, page: Page) {
    this.number = number;
    this.#context = context;
    this.#studio = new StudioPage(page);
  }

  static async open(number: number, context: BrowserContext, url: string): Promise<Tab> {
    const tab = new Tab(number, context, await newPage(context));
    await tab.page.goto(url);
    return tab;
  }

  get studio(): StudioPage {
    return this.#studio;
  }

  get page(): Page {
    return this.#studio.page;
  }

  get login(): LoginPage {
    return new LoginPage(this.page);
  }

  /** Closes the page and opens an address in a new one. */
  async replace(url: string): Promise<void> {
    await this.page.close();
    this.#studio = new StudioPage(await newPage(this.#context));
    await this.page.goto(url);
  }

  /** The id of the project in the address. */
  projectId(): string | null {
    return this.#studio.projectId() ?? null;
  }

  isAtLogin(): Promise<boolean> {
    return this.login.login.isVisible();
  }

  /** The stored user record; empty if nobody is signed in or no page of the studio is open. */
  userRecord(): Promise<string> {
    const read = () => localStorage.getItem('codestudio_user') ?? '';
    return this.page.evaluate(read).catch(() => '');
  }

  /** All marks of the project on screen, read by selecting and copying the text of each editor. */
  async allNames(): Promise<string[]> {
    const { html, css, js, title } = this.#studio;
    const parts = [() => title.inputValue(), () => html.text(), () => css.text(), () => js.text()];
    let text = '';
    for (const read of parts) {
      // Text that was restored may have led to the dialog of a conflict, which hides what is below it.
      if (await this.page.getByRole('dialog').first().isVisible()) await this.page.keyboard.press('Escape');
      text += `${await read()}\n`;
    }
    return namesIn(text);
  }

  /** The visible marks in the editors and the title. */
  async names(): Promise<string[]> {
    const text = await this.page.evaluate(() =>
      [...document.querySelectorAll('.view-lines, textarea.light-editor, header input')]
        .map((element) =>
          element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
            ? element.value
            : element.textContent,
        )
        .join('\n'),
    );
    return namesIn(text);
  }
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // Accept the warning before leaving: typed text has to survive that.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  return page;
}
