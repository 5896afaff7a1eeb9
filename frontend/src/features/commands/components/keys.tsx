/** Keys as they are pressed. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className="shrink-0 whitespace-nowrap rounded-sm border bg-hover px-1.5 font-mono text-muted text-xs">
      {children}
    </kbd>
  );
}
