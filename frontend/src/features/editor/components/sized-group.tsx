import type { ReactNode } from 'react';
import { Group, type Layout, type LayoutChangedMeta } from 'react-resizable-panels';
import { storedSizes, storeSizes } from '../model/stored-layout.ts';

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
