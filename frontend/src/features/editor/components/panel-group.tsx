import { type CSSProperties, type ReactNode, useState } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel } from 'react-resizable-panels';
import { storedSizes, storeSizes } from '../model/workspace-layout.ts';

interface KeptPanelProps {
  id: string;
  shown: boolean;
  /** Nothing beside it is shown, so that it has the room even while it is not. */
  alone?: boolean;
  defaultSize: string | undefined;
  minSize: string;
  children: ReactNode;
}

/** A group remembers the sizes by which panels have room. */
export function keptPanelId(id: string, hasRoom: boolean): string {
  return hasRoom ? id : `${id}-off`;
}

/** About the size that it has when it is shown, so that nothing in it wraps or lays itself out for no room. */
const hidden: CSSProperties = { position: 'absolute', inset: 0, visibility: 'hidden' };

/**
 * A panel that may be switched off. From its first show on, what is in it stays as it is, with caret, scroll and undo;
 * hidden, neither Tab nor assistive technology comes to it.
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

/** Panels whose sizes this browser remembers, by which of them are shown; a double click between two gives back the defaults. */
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
