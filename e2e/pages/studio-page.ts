import type { Locator, Page } from '@playwright/test';
import { AdminPanel } from './admin-panel.ts';
import { AssetPanel } from './asset-panel.ts';
import { ConsolePanel } from './console-panel.ts';
import { EditorPane } from './editor-pane.ts';
import { FrameworkDialog } from './framework-dialog.ts';
import { Preview } from './preview.ts';
import { ProjectDialog } from './project-dialog.ts';
import { RevisionsDialog } from './revisions-dialog.ts';

/** The editor shell at / and /project/{id} (specification: Header), by its accessible names. */
export class StudioPage {
  readonly page: Page;
  readonly header: Locator;
  readonly title: Locator;
  readonly badge: Locator;
  readonly html: EditorPane;
  readonly css: EditorPane;
  readonly js: EditorPane;
  readonly preview: Preview;
  readonly console: ConsolePanel;
  /** The top bar's button. It shows the number of unseen errors. */
  readonly consoleToggle: Locator;
  readonly assets: AssetPanel;
  readonly settings: Locator;
  readonly yourProjects: ProjectDialog;
  readonly browse: ProjectDialog;
  /** The footer's button. Its label is the chosen framework. */
  readonly frameworkSelector: Locator;
  readonly framework: FrameworkDialog;
  readonly admin: AdminPanel;
  readonly trash: Locator;
  readonly details: Locator;
  readonly revisions: RevisionsDialog;
  readonly embedCode: Locator;
  readonly conflict: Locator;
  readonly confirmation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.header = page.getByRole('banner');
    this.title = page.getByRole('textbox', { name: 'Project title' });
    this.badge = this.header.getByRole('status');
    this.html = new EditorPane(page, 'HTML');
    this.css = new EditorPane(page, 'CSS');
    this.js = new EditorPane(page, 'JavaScript');
    this.preview = new Preview(page);
    this.console = new ConsolePanel(page);
    this.consoleToggle = page.getByRole('button', { name: 'Console', exact: true });
    this.assets = new AssetPanel(page);
    this.settings = page.getByRole('region', { name: 'Editor Settings' });
    this.yourProjects = new ProjectDialog(page, 'Your Projects');
    this.browse = new ProjectDialog(page, 'Browse Public Projects');
    this.frameworkSelector = page
      .locator('footer')
      .getByRole('button', { name: /^(HTML\/CSS\/JS|React|Vue\.js)$/ });
    this.framework = new FrameworkDialog(page);
    this.admin = new AdminPanel(page);
    this.trash = page.getByRole('dialog', { name: 'Trash' });
    this.details = page.getByRole('dialog', { name: 'Project details' });
    this.revisions = new RevisionsDialog(page);
    this.embedCode = page.getByRole('dialog', { name: 'Embed Code' });
    this.conflict = page.getByRole('dialog', { name: 'Conflict' });
    this.confirmation = page.getByRole('alertdialog');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Resolves when the page watches its project. Call before it is opened, await afterwards. */
  watching(): Promise<void> {
    // A socket may close before, and be followed by another.
    return new Promise((resolve) => {
      this.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (payload.toString().includes('"ok":true')) resolve();
        }),
      );
    });
  }

  /** A visible toast by its title. */
  toast(title: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: title });
  }

  /** Points at an editor, which loads Monaco, and resolves when Monaco has replaced the light editors. */
  async loaded(): Promise<void> {
    await this.appEditor('.light-editor, .monaco-editor').dispatchEvent('pointermove', { movementX: 1 });
    await this.page.getByText('lets it move the focus').waitFor();
    await this.page.locator('.light-editor').first().waitFor({ state: 'detached' });
  }

  /** Points at an editor, and resolves when CodeMirror has replaced the light editors, as on touch devices. */
  async loadedOnPhone(): Promise<void> {
    await this.appEditor('.light-editor, .code-mirror').dispatchEvent('pointermove', { movementX: 1 });
    await this.page.locator('.code-mirror').first().waitFor();
    await this.page.locator('.light-editor').first().waitFor({ state: 'detached' });
  }

  /** The first matching editor of the app. The early view also matches, but pointing at it does not reach the app. */
  private appEditor(selector: string): Locator {
    return this.page.locator(`:is(${selector}):not(#static-code *)`).first();
  }

  /** A completion that an editor offers, by its label. */
  suggestion(label: string): Locator {
    return this.page.locator('.suggest-widget').getByRole('option', { name: label }).first();
  }

  /** Opens the Public/Private menu and chooses an item. */
  async chooseVisibility(item: string): Promise<void> {
    await this.header.getByRole('button', { name: /^(Public|Private)$/ }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Opens the menu beside the title and chooses an item. */
  async chooseFromProjectMenu(item: string): Promise<void> {
    await this.button('Project menu').click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async chooseFromUserMenu(username: string, item: string): Promise<void> {
    await this.header.getByRole('button', { name: username, exact: true }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** The id in the address, or undefined at /. */
  projectId(): string | undefined {
    return /\/project\/([0-9a-z]{16})/.exec(this.page.url())?.[1];
  }
}
