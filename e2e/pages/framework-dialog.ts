import type { Locator, Page } from '@playwright/test';

/** The Framework Configuration modal (specification: Framework configuration), by its accessible names. */
export class FrameworkDialog {
  readonly dialog: Locator;
  readonly cssFramework: Locator;
  readonly htmlPreprocessor: Locator;
  readonly cssPreprocessor: Locator;
  readonly buildTool: Locator;
  readonly typescript: Locator;
  readonly reactVersion: Locator;
  readonly singleFile: Locator;
  readonly resources: Locator;
  readonly resourceAddress: Locator;
  readonly resourceKind: Locator;
  readonly templates: Locator;
  readonly close: Locator;
  /** The confirmation before a template replaces code. */
  readonly question: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Framework Configuration' });
    this.cssFramework = this.dialog.getByRole('combobox', { name: 'CSS Framework' });
    this.htmlPreprocessor = this.dialog.getByRole('combobox', { name: 'HTML Preprocessor' });
    this.cssPreprocessor = this.dialog.getByRole('combobox', { name: 'CSS Preprocessor' });
    this.buildTool = this.dialog.getByRole('combobox', { name: 'Build Tool' });
    this.typescript = this.dialog.getByRole('switch', { name: 'TypeScript' });
    this.reactVersion = this.dialog.getByRole('combobox', { name: 'React version' });
    this.singleFile = this.dialog.getByRole('switch', { name: 'Single-file components' });
    this.resources = this.dialog.getByRole('region', { name: 'External resources' });
    this.resourceAddress = this.resources.getByRole('textbox', { name: 'Address' });
    this.resourceKind = this.resources.getByRole('combobox', { name: 'Type' });
    this.templates = this.dialog.getByRole('region', { name: 'Starter Templates' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
    this.question = page.getByRole('alertdialog', { name: /^Use the template/ });
  }

  card(name: 'Vanilla JS' | 'React' | 'Vue.js' | 'Angular'): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  template(name: string): Locator {
    return this.templates.getByRole('button', { name, exact: true });
  }

  async addResource(url: string): Promise<void> {
    await this.resourceAddress.fill(url);
    await this.resources.getByRole('button', { name: 'Add' }).click();
  }

  /** A listed resource by its address. */
  resource(url: string): Locator {
    return this.resources.getByRole('listitem').filter({ hasText: url });
  }

  answer(name: 'Open as new project' | 'Replace' | 'Cancel'): Locator {
    return this.question.getByRole('button', { name, exact: true });
  }
}
