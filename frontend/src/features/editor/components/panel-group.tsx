import { type CSSProperties, type ReactNode, useState } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel } from 'react-resizable-panels';
import { storedSizes, storeSizes } from '../model/workspace-layout.ts';

interface KeptPanelProps {
  id: string;
  shown: boolean;
  /** No other panel is shown, so it keeps the space even while hidden. */
  alone?: boolean;
  defaultSize: string | undefined;
  minSize: string;
  children: ReactNode;
}

/** A panel's id for a group, which stores its sizes by the panels that take up space. */
export function keptPanelId(id: string, hasRoom: boolean): string {
  return hasRoom ? id : `${id}-off`;
}

/** Hidden at about its visible size, so that its content is not laid out for zero space. */
const hidden: CSSProperties = { position: 'absolute', inset: 0, visibility: 'hidden' };

/**
 * A panel that can be switched off. Once shown, its content stays mounted, with caret, scroll position and undo
 * history. While hidden, neither Tab nor assistive technology reaches it.
 */
export function KeptPanel({ id, shown, alone = false, defaultSize, minSize, children }: KeptPanelProps) {
  const [opened, setOpened] = useState(shown);
  if (shown && !opened) setOpened(true);
  const off = !shown && !alone;
  return (
    <Panel
      id={keptPanelId(id, !off)}
      defaultSize={off ? 0 : defaultSize}
      minSize={off ? 0 : minSize}
      maxSize={off ? 0 : '100%'}
      disabled={off}
    >
      <div className="h-full" style={shown ? undefined : hidden}>
        {opened && children}
      </div>
    </Panel>
  );
}

interface SizedGroupProps {
  orientation: 'horizontal' | 'vertical';
  /** The ids of its panels, in their order. */
  panels: readonly string[];
  className: string;
  children: ReactNode;
}

/**
 * Panels whose sizes are stored in this browser for each set of shown panels; a double click on a handle resets them.
 */
export function SizedGroup({ orientation, panels, className, children }: SizedGroupProps) {
  const remember = (layout: Layout, { isUserInteraction, requestedLayout }: LayoutChangedMeta) => {
    if (isUserInteraction || storedSizes(Object.keys(layout))) storeSizes(requestedLayout ?? layout);
  };
  return (
    <Group
      orientation={orientation}
      defaultLayout={storedSizes(panels)}
      onLayoutChanged={remember}
      className={className}
    >
      {children}
    </Group>
  );
}
