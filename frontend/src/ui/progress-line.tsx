/** A hairline that runs below a bar while something is on its way. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className="relative h-0.5 shrink-0 overflow-hidden bg-accent-soft">
      <progress aria-label={label} className="sr-only" />
      <div className="absolute inset-y-0 w-1/3 animate-sweep bg-accent" />
    </div>
  );
}
