import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { showProgress } from '../progress-indicators.tsx';
import { showPartNotLoaded } from '../toast/part-not-loaded.ts';
import type MenuPanel from './menu-panel.tsx';
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

/** A button that opens a menu, once the menu's code is loaded: until then, Esc or leaving the button gives it up. */
export function Menu({ label, items, children, className, describedBy, tabIndex }: MenuProps) {
  /** The open menu. */
  const [Panel, setPanel] = useState<typeof MenuPanel | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** False once Esc has given it up. */
  const isAwaited = useRef(false);
  const open = async () => {
    // Safari does not focus a button that is clicked.
    button.current?.focus();
    isAwaited.current = true;
    const panel = await showProgress(import('./menu-panel.tsx')).catch(showPartNotLoaded);
    if (panel && isAwaited.current && document.activeElement === button.current)
      setPanel(() => panel.default);
  };
  return (
    <span className="relative inline-flex">
      <Button
        ref={button}
        look="quiet"
        aria-label={label}
        aria-describedby={describedBy}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={Panel !== null}
        className={className}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            isAwaited.current = false;
            setPanel(null);
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            void open();
          }
        }}
      >
        {children}
      </Button>
      {Panel && (
        <Panel
          label={label}
          items={items}
          onClose={() => setPanel(null)}
          returnFocus={() => button.current?.focus()}
        />
      )}
    </span>
  );
}
