import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { ChunkBoundary, lazyPart } from '../lazy-part.tsx';
import type { MenuItem } from './menu-panel.tsx';

interface MenuProps {
  /** The button's accessible name. */
  label: string;
  items: MenuItem[];
  /** The button's content. */
  children: ReactNode;
  className?: string;
  /** The id of the element that describes the button. */
  describedBy?: string;
  /** -1 if it is reached by arrow keys, not by Tab. */
  tabIndex?: number;
}

const MenuPanel = lazyPart(() => import('./menu-panel.tsx'));

/** A button that opens a menu. The menu's code is loaded when it is first opened. */
export function Menu({ label, items, children, className, describedBy, tabIndex }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="relative inline-flex">
      <Button
        ref={button}
        look="quiet"
        aria-label={label}
        aria-describedby={describedBy}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        className={className}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {open && (
        <ChunkBoundary onFailure={() => setOpen(false)}>
          <MenuPanel
            label={label}
            items={items}
            onClose={() => setOpen(false)}
            returnFocus={() => button.current?.focus()}
          />
        </ChunkBoundary>
      )}
    </span>
  );
}
