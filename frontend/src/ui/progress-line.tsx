/** A hairline at the top of the page that runs while something is on its way; it comes into sight after half a second. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent-soft opacity-100 transition-opacity delay-500 starting:opacity-0">
      <progress aria-label={label} className="sr-only" />
      <div className="absolute inset-y-0 w-1/3 animate-sweep bg-accent" />
    </div>
  );
}
