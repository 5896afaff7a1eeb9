import { CircleCheck, TriangleAlert, UserRoundCog } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { Spinner } from '@/ui/progress-indicators.tsx';
import type { ForumSignIn } from '../model/forum-sign-in.ts';
import * as texts from '../texts.ts';

interface DiscourseAuthPageProps {
  state: Exclude<ForumSignIn, { status: 'question' }>;
  onRetry: () => void;
  onHome: () => void;
}

const titles = { processing: texts.authenticating, success: texts.authenticated, error: texts.authError };

/** /discourse-auth (specification: Forum sign-in): where the forum redirects to. */
export default function DiscourseAuthPage({ state, onRetry, onHome }: DiscourseAuthPageProps) {
  useDocumentTitle(titleWithProduct(titles[state.status]));
  return (
    <main className="grid min-h-full place-items-center bg-ground p-4 text-center">
      {state.status === 'error' ? (
        <section
          role="alert"
          className="grid w-full max-w-104 grid-cols-1 animate-enter justify-items-center gap-2 rounded-lg border border-danger bg-panel p-8"
        >
          <TriangleAlert size={36} strokeWidth={1.5} aria-hidden className="text-danger" />
          <h1 className="font-semibold text-xl">{texts.authError}</h1>
          <p className="wrap-anywhere text-lg">{state.message}</p>
          <p className="text-muted">{texts.openConsole}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={onRetry}>
              {texts.retry}
            </Button>
            <Button onClick={onHome}>{texts.goHome}</Button>
          </div>
        </section>
      ) : (
        <div role="status" className="grid justify-items-center gap-2">
          {state.status === 'processing' ? (
            <>
              <Spinner size={28} />
              <p className="font-medium text-lg">{texts.authenticating}</p>
            </>
          ) : (
            <>
              <CircleCheck size={32} strokeWidth={1.5} aria-hidden className="text-accent" />
              <p className="font-semibold text-lg">{texts.authenticated}</p>
              <p className="text-muted">{texts.redirecting}</p>
            </>
          )}
        </div>
      )}
    </main>
  );
}

interface SwitchAccountProps {
  /** User names. */
  current: string;
  arriving: string;
  onKeep: () => void;
  onSwitch: () => void;
}

/** Asks before a link replaces the current session by another account; staying is the default. */
export function SwitchAccount({ current, arriving, onKeep, onSwitch }: SwitchAccountProps) {
  useDocumentTitle(titleWithProduct(texts.switchAccounts));
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <main className="grid min-h-full place-items-center bg-ground p-4 text-center">
      <section
        role="alertdialog"
        aria-labelledby="switch-account"
        aria-describedby="switch-account-names"
        className="grid w-full max-w-104 grid-cols-1 animate-enter justify-items-center gap-2 rounded-lg border border-line bg-panel p-8"
      >
        <UserRoundCog size={36} strokeWidth={1.5} aria-hidden className="text-muted" />
        <h1 id="switch-account" className="font-semibold text-xl">
          {texts.switchAccounts}
        </h1>
        <p id="switch-account-names" className="wrap-anywhere">
          {texts.whoIsWho(bidiIsolate(current), bidiIsolate(arriving))}
        </p>
        <div className="mt-4 flex max-w-full flex-wrap justify-center gap-2">
          <Button ref={keep} look="primary" onClick={onKeep} className="max-w-full">
            <span className="truncate">{texts.stayAs(bidiIsolate(current))}</span>
          </Button>
          <Button onClick={onSwitch} className="max-w-full">
            <span className="truncate">{texts.switchTo(bidiIsolate(arriving))}</span>
          </Button>
        </div>
      </section>
    </main>
  );
}
