import { useState } from 'react';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { setSingleKeys, singleKeysAreOn } from '../model/single-keys.ts';
import * as texts from '../texts.ts';
import { Keys, keys, shortcutGroups } from './shortcuts.tsx';

/** The help sheet: every shortcut and what it does. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useState(singleKeysAreOn);
  const change = (on: boolean) => {
    setSingleKeys(on);
    setSingle(on);
  };
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        role="region"
        aria-label={texts.allShortcuts}
        tabIndex={0}
        className="grid min-h-0 gap-5 overflow-auto p-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-hover px-3 pb-2">
          <Switch label={texts.opensHelp(keys.help)} checked={single} onChange={change} />
          <p className="text-muted text-sm">{texts.helpKeyHint}</p>
        </div>
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
