/** Says to screen readers what a list shows, such as `3 projects`. `text` is empty while it is loading. */
export function ListStatus({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
