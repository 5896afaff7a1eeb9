import type { StudioConfig } from '@studio/contract/http/studio';
import { type EditedSources, liveTabs } from '@studio/contract/live-block';
import type { NewProject } from '@studio/contract/new-project';
import type { Source, SourceLanguage } from '@studio/engine/source';
import { customAlphabet } from 'nanoid';
import { sourceFiles } from '@/features/editor/model/panes.ts';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { startPreview } from '@/features/preview/model/start-preview.ts';
import { createConsole } from './block-console.ts';
import { element, type TabPanel, tabbed } from './elements.ts';
import { openInStudio } from './open-in-studio.ts';
import { createSourceBox } from './source-box.ts';

interface BlockParts {
  project: NewProject;
  /** What was made of it before the block was out of sight. */
  edited: EditedSources | null;
  /** Comma list; what it does not name stays away. */
  tabs: string;
  config: StudioConfig;
  onEdit: (sources: EditedSources) => void;
}

/** So long (ms) after a key the code runs: less than in the studio, where more is compiled. */
const editPause = 80;
const randomKey = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16);
const labels = { html: 'HTML', css: 'CSS', js: 'JavaScript' } as const;
const languages = ['html', 'css', 'js'] as const;

/** The code in boxes, and beside it what it does; runs at once, and after every change. */
export function showBlock({ project, edited, tabs, config, onEdit }: BlockParts): void {
  const { frameworkConfig, title } = project;
  const files = sourceFiles(frameworkConfig);
  const original: EditedSources = { html: project.html, css: project.css, js: project.js };
  let sources: EditedSources = edited ?? original;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = new Set(tabs.split(',').filter((tab) => (liveTabs as readonly string[]).includes(tab)));
  const isShown = (name: string) => asked.size === 0 || asked.has(name);

  const boxes = languages
    .filter((language) => original[language] !== '' || asked.has(language))
    .map((language) => ({
      language,
      box: createSourceBox(
        `${labels[language]} editor`,
        files[language].language,
        sources[language],
        (text) => edit(language, text),
      ),
    }));
  const codePanels = boxes
    .filter(({ language }) => isShown(language))
    .map(
      ({ language, box }): TabPanel => ({
        name: language,
        label: files[language].tag ?? labels[language],
        content: box.element,
      }),
    );

  const result = element('div', { className: 'result' });
  const status = element('p', { className: 'status', role: 'status' });
  const output = createConsole();
  const shownOutput: TabPanel[] = [
    { name: 'result', label: 'Result', content: result },
    { name: 'console', label: 'Console', content: output.element },
  ].filter(({ name }) => isShown(name));
  // It runs without being on show as well.
  if (!isShown('result')) result.classList.add('unchosen');

  const preview = startPreview({
    projectKey: randomKey(),
    sandboxUrl: config.sandboxUrl,
    container: result,
    onConsole: output.add,
    onRun: output.clear,
    onNotice: (level, text) => output.add({ level, args: [text], timestamp: Date.now() }),
    onStatus(now) {
      stop.hidden = now !== 'unresponsive';
      status.textContent = messages[now] ?? '';
    },
    onProblems: output.setProblems,
    onWork: () => undefined,
    onPackages: () => undefined,
  });
  const target = previewTarget(config);
  const source = (): Source => ({ ...sources, frameworkConfig });
  const run = () => {
    clearTimeout(timer);
    void preview.show(source(), target, { rerun: true });
  };

  function edit(language: SourceLanguage, text: string): void {
    sources = { ...sources, [language]: text };
    clearTimeout(timer);
    timer = setTimeout(() => {
      onEdit(sources);
      void preview.show(source(), target);
    }, editPause);
  }

  function reset(): void {
    sources = original;
    for (const { language, box } of boxes) box.setText(original[language]);
    onEdit(sources);
    run();
  }

  const button = (label: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'action', textContent: label, onclick });
  const stop = button('Stop', () => preview.stop());
  stop.hidden = true;
  const actions = element(
    'div',
    { className: 'actions' },
    stop,
    button('Run', run),
    button('Reset', reset),
    button('Open in CodeStudio', () => openInStudio({ title, ...sources, frameworkConfig })),
  );
  const sides = [tabbedSide('Code', codePanels), tabbedSide('Output', shownOutput)].filter(
    (side) => side !== null,
  );
  const main = element('main', { className: sides.length > 1 ? 'split' : '' }, ...sides);
  if (!isShown('result')) main.append(result);
  document.body.replaceChildren(main, status, element('footer', {}, actions));
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
  run();
}

const messages: Partial<Record<string, string>> = {
  unresponsive: 'This code does not respond',
  stopped: 'Stopped. Press Run or change the code to start it again.',
  crashed: 'The page crashed. Press Run or change the code to start it again.',
  failed: 'The preview server does not answer.',
};

function tabbedSide(label: string, panels: readonly TabPanel[]): HTMLElement | null {
  if (panels.length === 0) return null;
  const { bar, body } = tabbed(label, panels);
  return element('section', { ariaLabel: label }, bar, body);
}
