import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { type Layout, paneSizes, shownPanes, sizes } from '../model/layout.ts';
import type { Pane } from '../model/panes.ts';

interface PaneLayoutProps {
  layout: Layout;
  narrow: boolean;
  renderPane: (pane: Pane) => ReactNode;
  preview: ReactNode;
}

/** SPEC 2 Layout: the editors stacked, the preview beside them; below it where the window is narrow. */
export function PaneLayout({ layout, narrow, renderPane, preview }: PaneLayoutProps) {
  const shown = shownPanes(layout, narrow);
  const orientation = narrow ? 'vertical' : 'horizontal';

  if (shown.length === 0 && !layout.preview) {
    return (
      <div className="grid h-full place-items-center p-6 text-center text-muted">
        <p>Nothing is shown. Turn on an editor or the preview in the bar above.</p>
      </div>
    );
  }
  return (
    <Group orientation={orientation} className="h-full">
      {shown.length > 0 && (
        <Panel id="editors" defaultSize={`${sizes.editors}%`} minSize={`${sizes.groupMinimum}%`}>
          <EditorStack shown={shown} renderPane={renderPane} />
        </Panel>
      )}
      {shown.length > 0 && layout.preview && (
        <Separator aria-label="Resize editors and preview" className="handle" />
      )}
      {layout.preview && (
        <Panel id="preview" defaultSize={`${sizes.preview}%`} minSize={`${sizes.groupMinimum}%`}>
          {preview}
        </Panel>
      )}
    </Group>
  );
}

function EditorStack({ shown, renderPane }: { shown: Pane[]; renderPane: (pane: Pane) => ReactNode }) {
  return (
    <Group orientation="vertical" className="h-full" defaultLayout={paneSizes(shown)}>
      {shown.flatMap((pane, index) => {
        const above = shown[index - 1];
        const panel = (
          <Panel key={pane.language} id={pane.language} minSize={`${sizes.minimum}%`}>
            {renderPane(pane)}
          </Panel>
        );
        if (!above) return [panel];
        const label = `Resize ${above.label} and ${pane.label}`;
        return [<Separator key={`above ${pane.language}`} aria-label={label} className="handle" />, panel];
      })}
    </Group>
  );
}
