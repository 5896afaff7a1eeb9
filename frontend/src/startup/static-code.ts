import type { Source } from '@studio/engine/source';
import type { Language } from '@/features/editor/highlighting/grammars.ts';
import { codePainter, paintedMost } from '@/features/editor/highlighting/highlight.ts';
import { colorTextBox } from '@/features/editor/highlighting/text-box-colors.ts';
import { editorLook, touchLook } from '@/features/editor/model/editor-look.ts';
import { type Pane, panes, sourceFiles } from '@/features/editor/model/panes.ts';
import { editorPanel, openingLayout, storedSizes } from '@/features/editor/model/workspace-layout.ts';
import { hasFinePointer, isPointerResting } from '@/lib/pointer.ts';
import { hasEarlyText, staticCodeId } from '@/lib/startup-handover.ts';
import type { StoredEditorSettings } from './stored-values.ts';

/**
 * Shows the code at the place of the editors, in text boxes that can be edited at once, and leaves space for the
 * preview. `hasByline`: the header has a second row, as for another user's public project.
 */
export function drawStaticCode(source: Source, look: StoredEditorSettings, hasByline: boolean): void {
  const files = sourceFiles(source.frameworkConfig);
  const view = element('div', '');
  view.id = staticCodeId;
  // Hidden from assistive technology, which reads the later editors, unless one of these boxes is clicked.
  view.ariaHidden = 'true';
  view.addEventListener('focusin', () => {
    view.ariaHidden = null;
  });
  const shell = element('div', 'pointer-events-none fixed inset-0 z-20 flex flex-col');
  const stack = element('div', 'flex min-h-0 flex-1 flex-col bg-ground');
  const { small, below, share: previewShare } = openingLayout();
  const columns = below && !small;
  if (columns) Object.assign(stack.style, { flex: String(100 - previewShare), flexDirection: 'row' });
  else if (!below) stack.style.width = `${100 - previewShare}%`;
  const stored = storedSizes(panes.map(({ language }) => editorPanel(language, columns)));
  for (const shown of small ? panes.slice(0, 1) : panes) {
    const { language, label, share } = shown;
    const pane = element('div', 'flex min-h-0 min-w-0 flex-col overflow-hidden');
    pane.style.flex = String(stored?.[editorPanel(language, columns)] ?? share);
    const header = element(
      'div',
      'flex h-hit shrink-0 items-center border-line border-b bg-panel px-7 font-medium text-sm',
    );
    header.textContent = label;
    pane.append(header, codeOf(shown, source[language], files[language].language, look));
    stack.append(pane);
  }
  const room = element('div', 'min-h-0');
  room.style.flex = String(previewShare);
  shell.append(
    element('div', 'h-top shrink-0 border-line border-b bg-panel'),
    ...(hasByline ? [element('div', 'h-byline shrink-0 bg-panel')] : []),
    element('div', 'h-bar shrink-0 border-line border-b bg-panel'),
    stack,
    ...(columns ? [room] : []),
    element('div', 'h-bar shrink-0 border-line border-t bg-panel'),
  );
  view.append(element('div', 'fixed inset-0 z-10 bg-panel'), shell);
  document.body.append(view);
  addEventListener('beforeunload', (event) => {
    if (hasEarlyText()) event.preventDefault();
  });
}

/** Calls back when the focus enters the early view or a pointer moves in it, possibly more than once. */
export function whenTurnedTo(then: () => void): void {
  const view = document.getElementById(staticCodeId);
  if (view?.querySelector(':focus')) return then();
  for (const sign of ['focusin', 'pointermove'])
    view?.addEventListener(sign, (event) => isPointerResting(event) || then());
}

/** Shows code like the light editor. A long text is slow, so only its visible part is shown, read-only. */
function codeOf(pane: Pane, text: string, language: Language, stored: StoredEditorSettings): HTMLElement {
  const look = (hasFinePointer() ? editorLook : touchLook)(stored.fontSize);
  const area = element('div', 'relative min-h-0 flex-1');
  const code = element('pre', `code-text absolute inset-0 ${look.numbered ? 'numbered' : ''}`);
  code.ariaHidden = 'true';
  const box = element('textarea', 'light-editor code-text pointer-events-auto');
  for (const { style } of [code, box]) {
    style.fontSize = `${look.fontSize}px`;
    style.lineHeight = `${look.lineHeight}px`;
    style.paddingBlock = `${look.paddingTop}px`;
    style.paddingLeft = look.contentLeft;
    style.tabSize = `${stored.tabSize}`;
    if (!stored.wordWrap) style.whiteSpace = 'pre';
  }
  area.append(code);
  if (text.length > paintedMost) {
    const linesInSight = Math.ceil(innerHeight / look.lineHeight);
    const lines = text.slice(0, paintedMost).split(/\r\n?|\n/, linesInSight);
    codePainter(code)(lines.join('\n'), language);
    return area;
  }
  box.name = pane.language;
  box.ariaLabel = pane.name;
  // With the line endings of a text box, so that any difference is typed text.
  box.defaultValue = text.replace(/\r\n?/g, '\n');
  // Focusable only by a click: Tab reaches the later editors.
  box.tabIndex = -1;
  box.spellcheck = false;
  box.autocapitalize = 'off';
  const { paint } = colorTextBox(box, code, language);
  paint();
  box.oninput = paint;
  const compose = ({ type }: Event) => {
    box.dataset['composing'] = type === 'compositionstart' ? 'true' : '';
  };
  box.addEventListener('compositionstart', compose);
  box.addEventListener('compositionend', compose);
  area.append(box);
  return area;
}

function element<Tag extends 'div' | 'pre' | 'textarea'>(
  tag: Tag,
  classes: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = classes;
  return made;
}
