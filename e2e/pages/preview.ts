import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The preview panel: its buttons and, inside the frame on show, the user's own page. */
export class Preview {
  readonly panel: Locator;
  readonly element: Locator;
  readonly document: FrameLocator;
  /** Says below the page why it is not all of the newest text. */
  readonly bar: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Preview', exact: true });
    this.element = page.locator('iframe[title="Live Preview"]');
    this.bar = this.panel.locator('.preview-bar');
    this.document = page.frameLocator('iframe[title="Live Preview"]');
  }

  button(name: 'Mobile' | 'Tablet' | 'Responsive' | 'Full Screen' | 'Refresh'): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** The viewport that the user's page sees. */
  viewport(): Promise<{ width: number; height: number }> {
    return this.document.locator('html').evaluate(() => ({ width: innerWidth, height: innerHeight }));
  }
}
