import type { Source } from '@studio/engine/source';
import type { Language } from '@/features/editor/highlighting/grammars.ts';
import { codePainter, paintedMost } from '@/features/editor/highlighting/highlight.ts';
import { editorLook, touchLook } from '@/features/editor/model/editor-look.ts';
import { panes, sourceFiles } from '@/features/editor/model/panes.ts';
import {
  editorPanel,
  lowBelow,
  narrowBelow,
  openingPreview,
  storedSizes,
} from '@/features/editor/model/workspace-layout.ts';
import { hasFinePointer } from '@/lib/pointer.ts';
import { staticCodeId } from '@/lib/startup-handover.ts';
import type { StoredEditorSettings } from './stored-values.ts';

/**
 * Draws the code where the editors will stand, to be read and no more, and leaves room for the preview. `hasByline`:
 * the header has a second row, as of somebody else's public project.
 */
export function drawStaticCode(source: Source, look: StoredEditorSettings, hasByline: boolean): void {
  const files = sourceFiles(source.frameworkConfig);
  const view = element('div', '');
  view.id = staticCodeId;
  // The editors that follow are what assistive technology reads.
  view.ariaHidden = 'true';
  const shell = element('div', 'pointer-events-none fixed inset-0 z-20 flex flex-col');
  const stack = element('div', 'flex min-h-0 flex-1 flex-col bg-ground');
  const narrow = innerWidth < narrowBelow;
  const small = narrow || innerHeight < lowBelow;
  const { below, share: previewShare } = openingPreview(narrow);
  const columns = below && !small;
  if (columns) Object.assign(stack.style, { flex: String(100 - previewShare), flexDirection: 'row' });
  else if (!below) stack.style.width = `${100 - previewShare}%`;
  const stored = storedSizes(panes.map(({ language }) => editorPanel(language, columns)));
  for (const { language, label, share } of small ? panes.slice(0, 1) : panes) {
    const pane = element('div', 'flex min-h-0 min-w-0 flex-col overflow-hidden');
    pane.style.flex = String(stored?.[editorPanel(language, columns)] ?? share);
    const header = element(
      'div',
      'flex h-hit shrink-0 items-center border-line border-b bg-panel px-7 font-medium text-sm',
    );
    header.textContent = label;
    pane.append(header, codeOf(source[language], files[language].language, look));
    stack.append(pane);
  }
  const room = element('div', 'min-h-0');
  room.style.flex = String(previewShare);
  shell.append(
    element('div', 'h-header shrink-0 border-line border-b bg-panel'),
    ...(hasByline ? [element('div', 'h-bar shrink-0 bg-panel')] : []),
    element('div', 'h-bar shrink-0 border-line border-b bg-panel'),
    stack,
    ...(columns ? [room] : []),
    element('div', 'h-bar shrink-0 border-line border-t bg-panel'),
  );
  view.append(element('div', 'fixed inset-0 z-10 bg-panel'), shell);
  document.body.append(view);
}

function codeOf(text: string, language: Language, stored: StoredEditorSettings): HTMLElement {
  const look = (hasFinePointer() ? editorLook : touchLook)(stored.fontSize);
  const code = element('pre', `code-text relative min-h-0 flex-1 ${look.numbered ? 'numbered' : ''}`);
  code.style.fontSize = `${look.fontSize}px`;
  code.style.lineHeight = `${look.lineHeight}px`;
  code.style.paddingBlock = `${look.paddingTop}px 0`;
  code.style.paddingLeft = look.contentLeft;
  code.style.tabSize = `${stored.tabSize}`;
  if (!stored.wordWrap) code.style.whiteSpace = 'pre';
  const linesInSight = Math.ceil(innerHeight / look.lineHeight);
  const lines = text.slice(0, paintedMost).split(/\r\n?|\n/, linesInSight);
  codePainter(code)(lines.join('\n'), language);
  return code;
}

function element(tag: 'div' | 'pre', classes: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes;
  return made;
}
