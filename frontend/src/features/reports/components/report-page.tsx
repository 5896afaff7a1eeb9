import { Flag, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Call } from '@/lib/http-client.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import * as texts from '../texts.ts';
import { ReportForm } from './report-form.tsx';

interface ReportPageProps {
  call: Call;
  projectId: string;
  signedIn: boolean;
  /** The login page's URL, which leads back here. */
  signInPath: string;
}

/** Reports a project without running it, for visitors of an embed. */
export function ReportPage({ call, projectId, signedIn, signInPath }: ReportPageProps) {
  const [sent, setSent] = useState(false);
  return (
    <main className="grid min-h-full place-items-center p-4">
      {!signedIn ? (
        <EmptyState icon={Flag} title={texts.reportProject} text={texts.signInToReport}>
          <PageLink href={signInPath}>{texts.signIn}</PageLink>
        </EmptyState>
      ) : sent ? (
        <div role="status">
          <EmptyState icon={MailCheck} title={texts.reportSent} text={texts.reportSentPage}>
            <PageLink href="/">{texts.goHome}</PageLink>
          </EmptyState>
        </div>
      ) : (
        <section aria-labelledby="report" className="w-full max-w-[34rem] rounded-lg border bg-panel">
          <h1 id="report" className="border-b px-4 py-3 font-semibold text-lg">
            {texts.reportProject}
          </h1>
          <ReportForm call={call} projectId={projectId} onSent={() => setSent(true)} />
        </section>
      )}
    </main>
  );
}

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}
