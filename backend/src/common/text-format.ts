/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A waiting time for people: `12 seconds`, `5 minutes`, `3 hours`; rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return countOf(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? countOf(minutes, 'minute') : countOf(Math.ceil(minutes / 60), 'hour');
}

/** A number with its noun: `1 file`, `2 files`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** Invisible characters, and those that change the direction of text. With them, a title could imitate another. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A user's text on one line, for another site: line breaks and control characters become a space. */
export function toOneLine(text: string): string {
  return text.replace(invisible, '').replace(breaks, ' ').trim();
}

/** A time from the database, which the driver returns as text, in the format of the API. */
export function toIsoTime(time: Date | string): string {
  return new Date(time).toISOString();
}
