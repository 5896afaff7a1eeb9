/** Text as it stands in an element or between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A wait as a person calls it: `12 seconds`, `5 minutes`, `3 hours`; never shorter than it is. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Characters that show nothing, and those that turn the order of others around: a title could imitate another by them. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Somebody's text as it stands in one line of another site: breaks and control characters become a space. */
export function toOneLine(text: string): string {
  return text.replace(unseen, '').replace(breaks, ' ').trim();
}
