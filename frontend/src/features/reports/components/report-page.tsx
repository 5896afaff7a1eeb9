import type { ProjectKey } from '@studio/contract/project-key';
import { Flag, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Call } from '@/lib/http-client.ts';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import * as texts from '../texts.ts';
import { ReportForm } from './report-form.tsx';

interface ReportPageProps {
  call: Call;
  projectKey: ProjectKey;
  /** Null: signed out. */
  userId: string | null;
  /** The login page's URL, which leads back here. */
  signInPath: string;
}

/**
 * Reports a project, or its published version, without running it, for visitors of an embed. The end of the session leaves the form to its author,
 * who can sign in in another tab.
 */
export function ReportPage({ call, projectKey, userId, signInPath }: ReportPageProps) {
  const title = texts.reportTitle(projectKey.rev);
  useDocumentTitle(titleWithProduct(title));
  const [sent, setSent] = useState(false);
  const [author, setAuthor] = useState(userId);
  if (userId !== null && userId !== author) setAuthor(userId);
  return (
    <main className="grid min-h-full place-items-center p-4">
      {author === null ? (
        <EmptyState icon={Flag} title={title} text={texts.signInToReport}>
          <PageLink href={signInPath}>{texts.signIn}</PageLink>
        </EmptyState>
      ) : sent ? (
        // It takes the place of the form, which had the focus.
        <div ref={focus} tabIndex={-1} role="status" className="outline-none">
          <EmptyState icon={MailCheck} title={texts.reportSent} text={texts.reportSentPage(projectKey.rev)}>
            <PageLink href="/">{texts.goHome}</PageLink>
          </EmptyState>
        </div>
      ) : (
        <section aria-labelledby="report" className="w-full max-w-[34rem] rounded-lg border bg-panel">
          <h1 id="report" className="border-b px-4 py-3 font-semibold text-lg">
            {title}
          </h1>
          {userId === null && (
            <p role="status" className="px-4 pt-4">
              {texts.signInToSend}{' '}
              <a href={signInPath} target="_blank" rel="noreferrer" className={linkLook}>
                {texts.signIn}
              </a>
            </p>
          )}
          <ReportForm key={author} call={call} projectKey={projectKey} onSent={() => setSent(true)} />
        </section>
      )}
    </main>
  );
}

const focus = (place: HTMLElement | null) => place?.focus();

const linkLook = 'text-accent underline underline-offset-2';

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={linkLook}>
      {children}
    </Link>
  );
}
