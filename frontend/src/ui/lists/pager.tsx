import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { numberText } from '@/lib/count-of.ts';
import { IconButton } from '@/ui/button.tsx';
import * as texts from '../dialogs/texts.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  /** Undefined while no page of the list is there, as when one could not be loaded. */
  totalPages: number | undefined;
  /** That number is of what was asked for before, which is on show until the response comes. */
  isFormer: boolean;
  onPage: (page: number) => void;
}

/**
 * Buttons for the previous and the next page of a list of several, which stay while a page is not there. Another search
 * has other pages: give each its own `key`.
 */
export function Pager({ page, totalPages: told, isFormer, onPage }: PagerProps) {
  const [known, setKnown] = useState(0);
  if (told !== undefined && !isFormer && told !== known) setKnown(told);
  const totalPages = told ?? known;
  if (totalPages < 2) return null;
  return (
    <nav aria-label={texts.pages} className="flex shrink-0 items-center justify-center gap-2 border-t py-1.5">
      <IconButton
        label={texts.previousPage}
        icon={ChevronLeft}
        // Not `disabled`, so that it keeps the focus on the first page.
        aria-disabled={page <= 1}
        className="aria-disabled:opacity-50"
        onClick={() => page > 1 && onPage(page - 1)}
      />
      <span aria-live="polite" className="text-muted tabular-nums">
        {texts.pageOf(page, totalPages)}
      </span>
      <IconButton
        label={texts.nextPage}
        icon={ChevronRight}
        aria-disabled={page >= totalPages}
        className="aria-disabled:opacity-50"
        onClick={() => page < totalPages && onPage(page + 1)}
      />
    </nav>
  );
}

/** A number beside a title. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-hover px-2 text-muted text-sm tabular-nums">{numberText(count)}</span>
  );
}
