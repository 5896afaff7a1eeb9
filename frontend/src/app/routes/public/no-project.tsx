import { CloudAlert, FileQuestion, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '@/ui/button.tsx';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import * as texts from '../page-texts.ts';

interface NoProjectProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Shown instead of a project, perhaps of one that was on show until now: the reason, and links to continue. */
export function NoProject({ children, ...why }: NoProjectProps) {
  useDocumentTitle(titleWithProduct(why.title));
  return (
    <main className="grid min-h-full place-items-center">
      <EmptyState {...why} role="alert">
        {children}
        <Link href="/" className="self-center text-accent underline underline-offset-2">
          {texts.goHome}
        </Link>
      </EmptyState>
    </main>
  );
}

export function ProjectNotFound({ text }: { text: string }) {
  return <NoProject icon={FileQuestion} title={texts.projectNotFound} text={text} />;
}

export function ProjectNotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <NoProject icon={CloudAlert} title={texts.loadProjectFailed} text={message}>
      <Button look="primary" onClick={onRetry}>
        {texts.retry}
      </Button>
    </NoProject>
  );
}
