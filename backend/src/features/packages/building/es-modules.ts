import { initSync, parse } from 'es-module-lexer';

initSync();

/** Whether a file is an ES module, by its extension, else by its syntax, as in bundlers. */
export function isEsModule(file: string, code: string): boolean {
  if (/\.m[jt]s$/.test(file)) return true;
  if (/\.c[jt]s$/.test(file)) return false;
  try {
    const [, , , hasModuleSyntax] = parse(code, file);
    return hasModuleSyntax;
  } catch {
    return false;
  }
}
