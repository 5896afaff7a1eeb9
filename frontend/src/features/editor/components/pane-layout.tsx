import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Panel, Separator } from 'react-resizable-panels';
import { isForInputMethod } from '@/ui/input-method.ts';
import { type Pane, panes } from '../model/panes.ts';
import {
  editorPanel,
  isPreviewBelow,
  type Layout,
  paneSizes,
  shownPanes,
  sizes,
  splitPanels,
} from '../model/workspace-layout.ts';
import * as texts from '../texts.ts';
import { KeptPanel, keptPanelId, SizedGroup } from './panel-group.tsx';

type RenderPane = (pane: Pane, shown: boolean) => ReactNode;

interface PaneLayoutProps {
  layout: Layout;
  narrow: boolean;
  low: boolean;
  renderPane: RenderPane;
  preview: ReactNode;
}

/**
 * The editors stacked, with the preview beside them (specification: Layout), or below them in a narrow window. In a
 * wide window with the preview below, the editors are side by side. In a narrow or low window there is only one.
 */
export function PaneLayout({ layout, narrow, low, renderPane, preview }: PaneLayoutProps) {
  const small = narrow || low;
  const shown = shownPanes(layout, small);
  const some = shown.length > 0;
  const below = isPreviewBelow(layout.place, narrow, low);
  const columns = below && !small;
  const share = columns ? sizes.below : sizes.preview;
  const [editorsId, previewId] = splitPanels(below);
  const editors = keptPanelId(editorsId, some || !layout.preview);

  return (
    <div className="relative h-full">
      {!some && !layout.preview && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-muted">
          Nothing is shown. Turn on an editor or the preview above.
        </p>
      )}
      <SizedGroup
        orientation={below ? 'vertical' : 'horizontal'}
        panels={layout.preview ? [editors, previewId] : [editors]}
        className="h-full"
      >
        <KeptPanel
          id={editorsId}
          shown={some}
          alone={!layout.preview}
          defaultSize={`${100 - share}%`}
          minSize={`${sizes.groupMinimum}%`}
        >
          <EditorStack shown={shown} columns={columns} renderPane={renderPane} />
        </KeptPanel>
        {some && layout.preview && (
          <Separator aria-label={texts.resizeEditorsAndPreview} className="handle" />
        )}
        {layout.preview && (
          <Panel id={previewId} defaultSize={`${share}%`} minSize={`${sizes.groupMinimum}%`}>
            {preview}
          </Panel>
        )}
      </SizedGroup>
    </div>
  );
}

interface EditorStackProps {
  shown: Pane[];
  /** Side by side. */
  columns: boolean;
  renderPane: RenderPane;
}

function EditorStack({ shown, columns, renderPane }: EditorStackProps) {
  const parts = paneSizes(shown);
  const alone = shown.length === 0;
  return (
    <SizedGroup
      orientation={columns ? 'horizontal' : 'vertical'}
      panels={panes.map((pane) =>
        keptPanelId(editorPanel(pane.language, columns), alone || shown.includes(pane)),
      )}
      className="relative h-full"
    >
      {panes.map((pane) => {
        const place = shown.indexOf(pane);
        const below = place < 0 ? undefined : shown[place + 1];
        return (
          <Fragment key={pane.language}>
            <KeptPanel
              id={editorPanel(pane.language, columns)}
              shown={place >= 0}
              alone={alone}
              defaultSize={parts[pane.language]}
              minSize={`${sizes.minimum}%`}
            >
              {renderPane(pane, place >= 0)}
            </KeptPanel>
            {below && (
              <Separator aria-label={texts.resizePanes(pane.label, below.label)} className="handle" />
            )}
          </Fragment>
        );
      })}
    </SizedGroup>
  );
}

/** While `active`, Esc calls `onEscape` unless a widget of Monaco, a menu or a dialog has handled it. */
export function useLeaveMaximized(active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isForInputMethod(event) && !isTaken(event)) escape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

/** Menus and dialogs prevent the default. Monaco always does, but stops the propagation of keys that it uses. */
function isTaken(event: KeyboardEvent): boolean {
  const inMonaco = event.target instanceof Element && event.target.closest('.monaco-editor') !== null;
  return event.defaultPrevented && !inMonaco;
}
