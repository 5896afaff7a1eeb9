import type { Transform } from 'sucrase';
import { isTooDeep, readSyntaxError, type SyntaxMistake } from './parse-script.js';

export interface Dialect {
  typescript: boolean;
  /** JSX becomes `React.createElement` and `React.Fragment` (SPEC 9: React's classic runtime). */
  jsx: boolean;
}

/** Turns TypeScript and JSX into JavaScript; every line stays where it is. */
export async function transpile(
  code: string,
  { typescript, jsx }: Dialect,
): Promise<{ code: string } | { mistake: SyntaxMistake }> {
  const transforms: Transform[] = [];
  if (typescript) transforms.push('typescript');
  if (jsx) transforms.push('jsx');
  if (transforms.length === 0) return { code };
  const { transform } = await import('sucrase');
  try {
    // `production` leaves out the file names that React's developer tools would read.
    const options = {
      transforms,
      jsxRuntime: 'classic',
      production: true,
      disableESTransforms: true,
    } as const;
    return { code: transform(code, options).code };
  } catch (error) {
    if (isTooDeep(error)) return { mistake: { message: 'The code is nested too deeply', offset: 0 } };
    return { mistake: readSyntaxError(error) };
  }
}
