import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '@/ui/empty-state.tsx';

/** Any address that the studio does not have. */
export function UnknownPage() {
  return (
    <main className="grid min-h-full place-items-center">
      <EmptyState icon={Compass} title="Page not found" text="There is nothing at this address.">
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to Home
        </Link>
      </EmptyState>
    </main>
  );
}
