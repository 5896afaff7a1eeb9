import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link in the header of a page that needs no login. */
export function HeaderLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex h-hit min-w-hit items-center px-2 text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
