import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/ui/icon-button.tsx';

interface PagerProps {
  /** From 1. */
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** One page on, one page back. */
export function Pager({ page, totalPages, onPage }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex shrink-0 items-center justify-center gap-2 border-t py-1.5">
      <IconButton
        label="Previous page"
        icon={ChevronLeft}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="text-muted tabular-nums">
        Page {page} of {totalPages}
      </span>
      <IconButton
        label="Next page"
        icon={ChevronRight}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
