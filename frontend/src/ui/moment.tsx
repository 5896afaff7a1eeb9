/** A time in the reader's locale. */
export function momentText(moment: string | number, timeStyle: 'short' | 'medium' = 'short'): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle });
}

/** Times, with seconds where a neighbour has the same minute. */
export function momentTexts(moments: readonly string[]): string[] {
  const minutes = moments.map((moment) => momentText(moment));
  return moments.map((moment, index) => {
    const minute = minutes[index];
    const isAlone = minute !== minutes[index - 1] && minute !== minutes[index + 1];
    return isAlone ? momentText(moment) : momentText(moment, 'medium');
  });
}

/** A time, without the date if it is today: `4:59 PM`. */
export function recentMomentText(moment: string | number): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday
    ? new Date(moment).toLocaleTimeString(undefined, { timeStyle: 'short' })
    : momentText(moment);
}

/** A time in the reader's locale. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {momentText(at)}
    </time>
  );
}
