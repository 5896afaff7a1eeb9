import { Spinner } from '../spinner.tsx';
import * as texts from '../texts.ts';
import { useTypedAhead } from '../typed-ahead.ts';

/** Stands where a dialog will be while it is fetched, and keeps what is typed for it meanwhile. */
export function DialogLoading({ onCancel }: { onCancel: () => void }) {
  useTypedAhead(onCancel);
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center gap-2 bg-scrim">
      <Spinner size={18} />
      {texts.loading}
    </div>
  );
}
