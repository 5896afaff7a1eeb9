import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import type { LongPacking } from '../model/export-project.ts';
import * as texts from '../packing-texts.ts';

/** How far the packing has come; to close it is to cancel. */
export function PackingDialog({ progress: { fetched, of, bytes }, cancel }: LongPacking) {
  const isFetching = fetched < of;
  return (
    <Dialog title={texts.packingTitle} onClose={cancel}>
      <div className="grid gap-3 p-4">
        <p>
          {isFetching ? texts.fetching(fetched, of, (bytes / 1_048_576).toFixed(1)) : texts.puttingTogether}
        </p>
        <ProgressBar aria-label={texts.packing} {...(isFetching && { value: fetched, max: of })} />
        <Button className="justify-self-end" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
