import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { whenInUse } from '../lib/time.ts';
import { Button } from './button.tsx';
import { openQuestion } from './dialogs/confirm.ts';
import { manualCopy } from './dialogs/copy-text.ts';
import { DialogLoading } from './dialogs/dialog-loading.tsx';
import { ChunkBoundary, fetchWhenInUse, lazyOrElse, lazyPart } from './lazy-part.tsx';
import { ProgressLine, workInProgress } from './progress-indicators.tsx';
import * as texts from './texts.ts';
import { dismissToast, shownToast } from './toast/toast.ts';

// Offline, a toast may still have to report that the text is stored.
const Toaster = lazyOrElse(() => import('./toast/toaster.tsx'), PlainToast);
const ConfirmDialog = lazyPart(() => import('./dialogs/alert-dialog.tsx'));
const CopyDialog = lazyPart(() => import('./dialogs/copy-dialog.tsx'));

/** Everything above the page: progress, toasts, confirmations, and text to copy by hand. Mounted once. */
export function Overlays() {
  const shown = useStore(shownToast);
  const question = useStore(openQuestion);
  const working = useStore(workInProgress);
  const textToCopy = useStore(manualCopy);
  const [inUse, setInUse] = useState(false);
  useEffect(() => whenInUse(() => setInUse(true)), []);
  // The question about unsaved changes is also needed offline.
  useEffect(() => fetchWhenInUse(ConfirmDialog), []);
  const cancel = () => question?.answer(false);
  return (
    <>
      {working > 0 && <ProgressLine label={texts.working} />}
      {/* Mounted from the start: an opening dialog hides everything but live regions, so a later one would stay hidden. */}
      <div aria-live={shown?.tone === 'danger' ? 'assertive' : 'polite'}>
        {(shown || inUse) && (
          <Suspense>
            <Toaster />
          </Suspense>
        )}
      </div>
      {question && (
        <ChunkBoundary onFailure={cancel} fallback={<DialogLoading onCancel={cancel} />}>
          <ConfirmDialog question={question} />
        </ChunkBoundary>
      )}
      {textToCopy !== null && (
        <ChunkBoundary onFailure={() => manualCopy.setState(null, true)}>
          <CopyDialog text={textToCopy} onClose={() => manualCopy.setState(null, true)} />
        </ChunkBoundary>
      )}
    </>
  );
}

/** A toast while the toaster's code could not be loaded: it stays until it is dismissed, or until the next one. */
function PlainToast() {
  const shown = useStore(shownToast);
  if (!shown) return null;
  const { title, description, action } = shown;
  const dismiss = () => dismissToast(shown.id);
  const act = () => {
    action?.run();
    dismiss();
  };
  return (
    <p className="fixed right-4 bottom-4 z-60 rounded-md bg-raised text-sm">
      {title} {description} {action && <Button onClick={act}>{action.label}</Button>}
      <Button onClick={dismiss}>{texts.dismiss}</Button>
    </p>
  );
}
