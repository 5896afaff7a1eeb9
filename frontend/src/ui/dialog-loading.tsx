import { Spinner } from './spinner.tsx';

/** Stands where a dialog will be while it is fetched. */
export function DialogLoading() {
  return (
    <div className="fixed inset-0 z-40 flex items-center justify-center gap-2 bg-scrim">
      <Spinner size={18} />
      Loading...
    </div>
  );
}
