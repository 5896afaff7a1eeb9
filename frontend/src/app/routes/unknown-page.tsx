import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import * as texts from './page-texts.ts';

/** The page for unknown addresses. */
export function UnknownPage() {
  useDocumentTitle(titleWithProduct(texts.pageNotFound));
  return (
    <main className="grid min-h-full place-items-center">
      <EmptyState icon={Compass} title={texts.pageNotFound} text={texts.pageNotFoundText}>
        <Link href="/" className="text-accent underline underline-offset-2">
          {texts.goHome}
        </Link>
      </EmptyState>
    </main>
  );
}
