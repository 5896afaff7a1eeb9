/** How the person likes code to be written and shown. */
export interface CodeStyle {
  /** Columns of one step of indentation; `auto`: as the code itself has it, else two spaces. */
  tabSize: TabSize;
  /** SPEC 9 Editor defaults: on. */
  wordWrap: boolean;
}
export type TabSize = 'auto' | 2 | 4 | 8;

/** The step of indentation in columns, where the code itself says nothing of it. */
export function columnsOf(tabSize: TabSize): number {
  return tabSize === 'auto' ? 2 : tabSize;
}
