import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The preview panel: its buttons and, in the visible frame, the user's page. */
export class Preview {
  readonly panel: Locator;
  readonly element: Locator;
  readonly document: FrameLocator;
  /** The bar below the page that says why the page does not show all of the newest text. */
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

  /** The viewport of the user's page. */
  viewport(): Promise<{ width: number; height: number }> {
    return this.document.locator('html').evaluate(() => ({ width: innerWidth, height: innerHeight }));
  }
}
