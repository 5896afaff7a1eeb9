import { countOf } from '@/lib/count-of.ts';

interface FiguresProps {
  likes: number;
  views: number;
}

/** How a public project is liked and seen, as live as it is watched. */
export function Figures({ likes, views }: FiguresProps) {
  return (
    <span className="whitespace-nowrap text-faint text-sm tabular-nums">
      {countOf(likes, 'like')} · {countOf(views, 'view')}
    </span>
  );
}
