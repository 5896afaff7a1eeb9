import { Dialog } from '@/ui/dialog.tsx';
import { shortcutGroups } from '../model/shortcuts.ts';
import { Keys } from './keys.tsx';

/** The help sheet: every shortcut and what it does. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {/* Nothing in it takes the focus, so that it scrolls by keyboard only as a stop of its own. */}
      <div
        role="region"
        aria-label="All shortcuts"
        tabIndex={0}
        className="grid min-h-0 gap-5 overflow-auto p-4"
      >
        {shortcutGroups.map(({ title, shortcuts }) => (
          <div key={title}>
            <h3 className="pb-1 font-medium">{title}</h3>
            <dl>
              {shortcuts.map(([keys, does]) => (
                <div
                  key={`${keys} ${does}`}
                  className="flex items-center justify-between gap-4 border-b py-1.5"
                >
                  <dd className="order-first text-muted">{does}</dd>
                  <dt>
                    <Keys>{keys}</Keys>
                  </dt>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
