import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import type { LongPacking } from '../model/export-project.ts';

/** How far the packing has come; to close it is to cancel. */
export function PackingDialog({ progress: { fetched, of, bytes }, cancel }: LongPacking) {
  const isFetching = fetched < of;
  return (
    <Dialog title="Packing the project" onClose={cancel}>
      <div className="grid gap-3 p-4">
        <p>
          {isFetching
            ? `Fetching its files: ${fetched} of ${of}, ${(bytes / 1_048_576).toFixed(1)} MB`
            : 'Putting it together...'}
        </p>
        <ProgressBar aria-label="Packing" {...(isFetching && { value: fetched, max: of })} />
        <Button className="justify-self-end" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
