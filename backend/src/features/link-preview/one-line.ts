/** Characters that show nothing, and those that turn the order of others around: a title could imitate another by them. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Somebody's text as it stands in one line of another site: breaks and control characters become a space. */
export function oneLine(text: string): string {
  return text.replace(unseen, '').replace(breaks, ' ').trim();
}
