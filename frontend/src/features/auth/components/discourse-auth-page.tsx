import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import type { HandOver } from '../model/forum-hand-over.ts';

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
          <h1 className="font-semibold text-xl">Authentication Error</h1>
          <p className="max-w-full break-words text-lg">{handOver.message}</p>
          <p className="text-muted">Open the browser console (F12) for details.</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={onRetry}>
              Retry
            </Button>
            <Button onClick={onHome}>Go to Home</Button>
          </div>
        </section>
      ) : (
        <div role="status" className="grid justify-items-center gap-2">
          {handOver.status === 'processing' ? (
            <>
              <Spinner size={28} />
              <p className="font-medium text-lg">Authenticating...</p>
            </>
          ) : (
            <>
              <CircleCheck size={32} strokeWidth={1.5} aria-hidden className="text-accent" />
              <p className="font-semibold text-lg">Authentication Successful!</p>
              <p className="text-muted">Redirecting you to CodeStudio...</p>
            </>
          )}
        </div>
      )}
    </main>
  );
}
