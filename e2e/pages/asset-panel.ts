import type { Locator, Page } from '@playwright/test';

/** A file to upload. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The Asset Library panel (specification: Asset library), by its accessible names. */
export class AssetPanel {
  readonly page: Page;
  readonly panel: Locator;
  readonly search: Locator;
  readonly upload: Locator;
  readonly uploading: Locator;
  readonly usage: Locator;
  readonly cards: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Asset Library' });
    this.search = this.panel.getByRole('searchbox', { name: 'Search assets...' });
    this.upload = this.panel.getByRole('button', { name: 'Upload', exact: true });
    this.uploading = this.panel.getByRole('button', { name: 'Uploading...', exact: true });
    this.usage = this.panel.getByText(/^\d+\.\d MB \/ 1GB \(\d+ files?\)$/);
    this.cards = this.panel.getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Assets', exact: true }).click();
    await this.usage.waitFor();
  }

  tab(name: string): Locator {
    return this.panel.getByRole('tab', { name, exact: true });
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  action(name: string, action: 'Insert' | 'Copy URL' | 'More'): Locator {
    return this.card(name).getByRole('button', { name: action, exact: true });
  }

  /** Chooses an item of the menu More. */
  async choose(name: string, item: 'Preview' | 'Download' | 'Delete'): Promise<void> {
    await this.action(name, 'More').click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Chooses files in the picker that Upload opens. */
  async pick(...files: ChosenFile[]): Promise<void> {
    const picker = this.page.waitForEvent('filechooser');
    await this.upload.click();
    await (await picker).setFiles(files);
  }

  /** Drags files over the panel without dropping them. */
  async hold(...files: ChosenFile[]): Promise<void> {
    await this.drag('dragenter', files);
  }

  /** Drops files onto the panel. */
  async drop(...files: ChosenFile[]): Promise<void> {
    await this.drag('drop', files);
  }

  private async drag(event: 'dragenter' | 'drop', files: ChosenFile[]): Promise<void> {
    const contents = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
    const dataTransfer = await this.page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of given)
        data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      return data;
    }, contents);
    await this.panel.dispatchEvent(event, { dataTransfer });
  }
}
