import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

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
      <p className="wrap-anywhere min-w-40 flex-1">
        <span className="font-medium">{text}</span> {more && <span className="text-muted">{more}</span>}
      </p>
      {children && <div className="flex gap-2">{children}</div>}
    </div>
  );
}
