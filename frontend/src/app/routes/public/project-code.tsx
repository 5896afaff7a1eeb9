import type { Sources } from '@studio/engine/source';
import * as texts from '../page-texts.ts';

/** The code of a running project, for reading and copying. */
export function ProjectCode({ sources: { html, css, js } }: { sources: Sources }) {
  const listed = [
    ['HTML', html],
    ['CSS', css],
    ['JavaScript', js],
  ] as const;
  return (
    <section
      aria-label={texts.code}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto border-l bg-panel p-3"
    >
      {listed.map(
        ([language, text]) =>
          text !== '' && (
            <label key={language} className="flex min-h-32 flex-1 flex-col gap-1 font-medium text-sm">
              {language}
              <textarea
                readOnly
                wrap="off"
                value={text}
                className="min-h-0 flex-1 resize-none rounded-md border bg-ground p-2.5 font-mono font-normal"
              />
            </label>
          ),
      )}
    </section>
  );
}
