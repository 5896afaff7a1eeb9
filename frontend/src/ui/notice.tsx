import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  icon: LucideIcon;
  text: string;
  more?: string;
  /** `alert` for failures. */
  role?: 'alert';
  /** Buttons. */
  children?: ReactNode;
}

/** A bar above the editors about the state of the project. */
export function Notice({ icon: Icon, text, more, role, children }: NoticeProps) {
  return (
    <div
      role={role}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-warning" />
      <p className="wrap-anywhere max-h-[30dvh] min-w-40 flex-1 overflow-y-auto">
        <span className="font-medium">{text}</span> {more && <span className="text-muted">{more}</span>}
      </p>
      {children && <div className="flex gap-2">{children}</div>}
    </div>
  );
}

/** The place of notices: it takes over the focus of a button that goes, as with its notice. */
export function NoticeArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    const keepFocus = () => {
      if (document.activeElement !== document.body || focused.current?.isConnected !== false) return;
      focused.current = null;
      area.current?.focus();
    };
    const changes = new MutationObserver(keepFocus);
    if (area.current) changes.observe(area.current, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, []);
  return (
    <div
      ref={area}
      tabIndex={-1}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      className="outline-none"
    >
      {children}
    </div>
  );
}
