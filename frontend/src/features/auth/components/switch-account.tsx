import { UserRoundCog } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import * as texts from '../texts.ts';

interface SwitchAccountProps {
  /** User names. */
  current: string;
  arriving: string;
  onKeep: () => void;
  onSwitch: () => void;
}

/** A link would sign in somebody else than who is here: both are named, and to stay is what Enter does. */
export function SwitchAccount({ current, arriving, onKeep, onSwitch }: SwitchAccountProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <main className="grid min-h-full place-items-center bg-ground p-4 text-center">
      <section
        role="alertdialog"
        aria-labelledby="switch-account"
        aria-describedby="switch-account-names"
        className="grid w-full max-w-104 animate-enter justify-items-center gap-2 rounded-lg border border-line bg-panel p-8"
      >
        <UserRoundCog size={36} strokeWidth={1.5} aria-hidden className="text-muted" />
        <h1 id="switch-account" className="font-semibold text-xl">
          {texts.switchAccounts}
        </h1>
        <p id="switch-account-names" className="max-w-full break-words">
          {texts.whoIsWho(bidiIsolate(current), bidiIsolate(arriving))}
        </p>
        <div className="mt-4 flex max-w-full flex-wrap justify-center gap-2">
          <Button ref={keep} look="primary" onClick={onKeep}>
            {texts.stayAs(bidiIsolate(current))}
          </Button>
          <Button onClick={onSwitch}>{texts.switchTo(bidiIsolate(arriving))}</Button>
        </div>
      </section>
    </main>
  );
}
