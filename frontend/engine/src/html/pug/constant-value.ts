/** A value that is known without running code. */
export type Constant = string | number | boolean | null | undefined;

const words: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);
const plainText = /^(?:'[^'\\\r\n]*'|"[^"\\\r\n]*"|`[^`\\$\r\n]*`)$/;
const plainNumber = /^(?:0|[1-9]\d{0,14})$/;

/** The value of an expression that is a literal; null: it has to be run. */
export function constantValue(expression: string | true): { value: Constant } | null {
  if (expression === true) return { value: true };
  const text = expression.trim();
  if (plainText.test(text)) return { value: text.slice(1, -1) };
  if (plainNumber.test(text)) return { value: Number(text) };
  return words.has(text) ? { value: words.get(text) } : null;
}
