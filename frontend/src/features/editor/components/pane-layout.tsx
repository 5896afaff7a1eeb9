import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { type Layout, paneSizes, shownPanes, sizes } from '../model/layout.ts';
import { type Pane, panes } from '../model/panes.ts';
import { KeptPanel } from './kept-panel.tsx';

type RenderPane = (pane: Pane, shown: boolean) => ReactNode;

interface PaneLayoutProps {
  layout: Layout;
  narrow: boolean;
  /** One editor shows instead of the stack. */
  small: boolean;
  renderPane: RenderPane;
  preview: ReactNode;
}

/** SPEC 2 Layout: the editors stacked, the preview beside them; below it where the window is narrow. */
export function PaneLayout({ layout, narrow, small, renderPane, preview }: PaneLayoutProps) {
  const shown = shownPanes(layout, small);
  const some = shown.length > 0;

  return (
    <div className="relative h-full">
      {!some && !layout.preview && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-muted">
          Nothing is shown. Turn on an editor or the preview in the bar above.
        </p>
      )}
      <Group orientation={narrow ? 'vertical' : 'horizontal'} className="h-full">
        <KeptPanel
          id="editors"
          shown={some}
          alone={!layout.preview}
          defaultSize={`${sizes.editors}%`}
          minSize={`${sizes.groupMinimum}%`}
        >
          <EditorStack shown={shown} renderPane={renderPane} />
        </KeptPanel>
        {some && layout.preview && <Separator aria-label="Resize editors and preview" className="handle" />}
        {layout.preview && (
          <Panel id="preview" defaultSize={`${sizes.preview}%`} minSize={`${sizes.groupMinimum}%`}>
            {preview}
          </Panel>
        )}
      </Group>
    </div>
  );
}

function EditorStack({ shown, renderPane }: { shown: Pane[]; renderPane: RenderPane }) {
  const parts = paneSizes(shown);
  return (
    <Group orientation="vertical" className="relative h-full">
      {panes.map((pane) => {
        const place = shown.indexOf(pane);
        const below = place < 0 ? undefined : shown[place + 1];
        return (
          <Fragment key={pane.language}>
            <KeptPanel
              id={pane.language}
              shown={place >= 0}
              alone={shown.length === 0}
              defaultSize={parts[pane.language]}
              minSize={`${sizes.minimum}%`}
            >
              {renderPane(pane, place >= 0)}
            </KeptPanel>
            {below && <Separator aria-label={`Resize ${pane.label} and ${below.label}`} className="handle" />}
          </Fragment>
        );
      })}
    </Group>
  );
}
