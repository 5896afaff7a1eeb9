import { Suspense, useState } from 'react';
import { hasFinePointer } from '@/lib/pointer.ts';
import { lazyOrElse } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/lists/list-states.tsx';
import * as texts from '../full-editor-texts.ts';
import type { CodePair } from '../monaco/difference-editor.tsx';

/** Loaded on demand; without Monaco, both texts are shown side by side. */
const DifferenceEditor = lazyOrElse(() => import('../monaco/difference-editor.tsx'), PlainDifference);

/** The difference of two texts of one source: in Monaco, or in two plain columns if Monaco is not available. */
export function CodeDifference(props: CodePair) {
  const { before, after } = props;
  const [suited] = useState(hasFinePointer);
  return (
    <div className="flex flex-1 flex-col">
      <p className="grid shrink-0 grid-cols-2 gap-2 border-b px-4 py-1 text-muted text-sm">
        <span>
          <span className="text-danger">−</span> {before.name}
        </span>
        <span>
          <span className="text-accent">+</span> {after.name}
        </span>
      </p>
      {suited ? (
        <Suspense fallback={<Skeleton className="m-4 flex-1" />}>
          <DifferenceEditor {...props} />
        </Suspense>
      ) : (
        <PlainDifference {...props} />
      )}
    </div>
  );
}

function PlainDifference({ before, after }: CodePair) {
  return (
    <div className="grid flex-1 grid-cols-2 divide-x">
      {[before, after].map(({ name, text }) => (
        <section key={name} aria-label={name} className="min-w-0 p-2.5">
          <pre className="whitespace-pre-wrap break-words font-mono text-sm">
            {text || <span className="text-faint italic">{texts.empty}</span>}
          </pre>
        </section>
      ))}
    </div>
  );
}
