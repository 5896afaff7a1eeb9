import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import type { HandOver } from '../model/forum-sign-in.ts';
import * as texts from '../texts.ts';

interface DiscourseAuthPageProps {
  handOver: Exclude<HandOver, { status: 'question' }>;
  onRetry: () => void;
  onHome: () => void;
}

/** /discourse-auth (SPEC 2 Single sign-on page): where people land who come from the forum. */
export default function DiscourseAuthPage({ handOver, onRetry, onHome }: DiscourseAuthPageProps) {
  return (
    <main className="grid min-h-full place-items-center bg-ground p-4 text-center">
      {handOver.status === 'error' ? (
        <section
          role="alert"
          className="grid w-full max-w-104 animate-enter justify-items-center gap-2 rounded-lg border border-danger bg-panel p-8"
        >
          <TriangleAlert size={36} strokeWidth={1.5} aria-hidden className="text-danger" />
          <h1 className="font-semibold text-xl">{texts.authError}</h1>
          <p className="max-w-full break-words text-lg">{handOver.message}</p>
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
          {handOver.status === 'processing' ? (
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
