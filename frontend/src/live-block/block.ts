import type { StudioConfig } from '@studio/contract/http/studio';
import { type EditedSources, liveTabs } from '@studio/contract/live-block';
import type { NewProject } from '@studio/contract/new-project';
import { describeProblem, isError } from '@studio/engine/problem';
import type { Source, SourceLanguage } from '@studio/engine/source';
import { sourceFiles } from '@/features/editor/model/panes.ts';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { previewOrigins } from '@/features/preview/model/frames/preview-options.ts';
import { createLivePreview } from '@/features/preview/model/live-preview.ts';
import type { RunGuard } from '@/features/preview/model/run-guard.ts';
import { createConsole } from './block-console.ts';
import { element, showPanel, type TabPanel, tabbed } from './elements.ts';
import { openInStudio } from './open-in-studio.ts';
import { createSourceBox } from './source-box.ts';
import type { LiveBlockStart } from './start.ts';

interface BlockParts {
  project: NewProject;
  /** The user's edits from before the block was out of sight. */
  edited: EditedSources | null;
  /** Comma-separated list of the tabs to show. */
  tabs: string;
  config: StudioConfig;
  start: LiveBlockStart;
  onEdit: (sources: EditedSources) => void;
}

/** The delay (ms) from a key to the run: shorter than in the studio, where more is compiled. */
const editPauseMs = 80;
/** The delay (ms) before an error of the compilers is shown: while somebody types, most are gone by then. */
const errorDelayMs = 500;
/** Nobody opens this code here again, so nothing about it is stored. */
const noRunGuard: RunGuard = { reason: () => null, begin() {}, hung() {}, leave() {}, moveTo() {} };
const labels = { html: 'HTML', css: 'CSS', js: 'JavaScript' } as const;
const languages = ['html', 'css', 'js'] as const;

/** Shows the block: the code runs at once and after every change in its text boxes. */
export function showBlock({ project, edited, tabs, config, start, onEdit }: BlockParts): void {
  const { frameworkConfig, title } = project;
  const files = sourceFiles(frameworkConfig);
  const original: EditedSources = { html: project.html, css: project.css, js: project.js };
  let sources: EditedSources = edited ?? original;
  /** Whether `onEdit` has yet to be called. */
  let hasEdits = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = new Set(tabs.split(',').filter((tab) => (liveTabs as readonly string[]).includes(tab)));
  const isShown = (name: string) => asked.size === 0 || asked.has(name);

  const result = document.querySelector<HTMLElement>('.result') as HTMLElement;
  const status = document.querySelector<HTMLElement>('.status') as HTMLElement;
  /** What the page does, which comes before the first error of the newest code. */
  let message = '';
  let error = '';
  let errorTimer: ReturnType<typeof setTimeout> | undefined;
  const showStatus = () => {
    status.textContent = message || error;
  };
  const output = createConsole();
  const originsOf = (key: string) => previewOrigins(config.sandboxUrl, key, location);
  const preview = createLivePreview({
    origins: originsOf(start.projectKey),
    originsOf,
    runGuard: noRunGuard,
    earlyFrame: start.frame,
    container: result,
    onConsole: output.add,
    onRun: output.clear,
    onNotice: (level, text) => output.add({ level, args: [text], timestamp: Date.now() }),
    onStatus(now) {
      stop.hidden = now !== 'unresponsive';
      message = messages[now] ?? '';
      showStatus();
    },
    onProblems(problems) {
      output.setProblems(problems);
      const first = problems.find(isError);
      const showError = () => {
        error = first ? describeProblem(first) : '';
        showStatus();
      };
      clearTimeout(errorTimer);
      if (first) errorTimer = setTimeout(showError, errorDelayMs);
      else if (error) showError();
    },
    onWork: () => undefined,
    onPackages: () => undefined,
  });
  const target = previewTarget(config);
  const source = (): Source => ({ ...sources, frameworkConfig });
  const show = (options?: { rerun: boolean }) => {
    clearTimeout(timer);
    if (hasEdits) onEdit(sources);
    hasEdits = false;
    void preview.show(source(), target, options);
  };
  const run = () => show({ rerun: true });

  const button = (label: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'action', textContent: label, onclick });
  const stop = button('Stop', () => preview.stop());
  stop.hidden = true;
  start.frame.repeatMessages();
  run();

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

  function edit(language: SourceLanguage, text: string): void {
    sources = { ...sources, [language]: text };
    hasEdits = true;
    clearTimeout(timer);
    timer = setTimeout(show, editPauseMs);
  }

  function reset(): void {
    sources = original;
    for (const { language, box } of boxes) box.setText(original[language]);
    hasEdits = true;
    run();
  }

  const actions = element(
    'div',
    { className: 'actions' },
    stop,
    button('Run', run),
    button('Reset', reset),
    button('Open in CodeStudio', () => openInStudio({ title, ...sources, frameworkConfig })),
  );
  const panels = result.parentElement as HTMLElement;
  const outputSide = panels.parentElement as HTMLElement;
  const outputTabs = (
    [
      { name: 'result', label: 'Result', content: result },
      { name: 'console', label: 'Console', content: output.element },
    ] as TabPanel[]
  ).filter(({ name }) => isShown(name));
  if (outputTabs.length > 0) panels.before(tabbed('Output', outputTabs, panels));
  // The page runs even while it is hidden.
  else outputSide.className = 'unseen';
  if (!isShown('result')) showPanel(result, false);
  if (codePanels.length > 0) {
    const codeSide = element('div', { className: 'panels' });
    const bar = tabbed('Code', codePanels, codeSide);
    outputSide.before(element('section', { ariaLabel: 'Code' }, bar, codeSide));
    if (outputTabs.length > 0) outputSide.parentElement?.classList.add('split');
  }
  status.after(element('footer', {}, actions));
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
}

const messages: Partial<Record<string, string>> = {
  unresponsive: 'This code does not respond',
  stopped: 'Stopped. Press Run or change the code to start it again.',
  crashed: 'The page crashed. Press Run or change the code to start it again.',
  failed: 'The preview server does not answer.',
};
