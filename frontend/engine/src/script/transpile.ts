import ts from 'typescript';
import { type Dialect, isTooDeep, type SyntaxMistake } from './parse-script.js';

/** JavaScript and the mappings of its source map, or the first mistake. */
type Transpiled = { code: string; mappings: string } | { mistake: SyntaxMistake };

/** TypeScript's defaults, but not stricter than the script itself. */
const compilerOptions: ts.CompilerOptions = {
  allowJs: true,
  alwaysStrict: false,
  isolatedModules: true,
  jsx: ts.JsxEmit.React,
  module: ts.ModuleKind.ESNext,
  newLine: ts.NewLineKind.LineFeed,
  sourceMap: true,
  target: ts.ScriptTarget.ES2022,
};

/** Pragmas that make JSX import its runtime, which only modules can do. */
const importsItsJsx = /@jsxImportSource\b|@jsxRuntime\s+automatic\b/;

const tooDeep: SyntaxMistake = { message: 'The code is nested too deeply', offset: 0 };

/** Compiles TypeScript and JSX with TypeScript itself, for what `readScript` cannot do faster. */
export function transpile(code: string, { typescript, jsx }: Dialect): Transpiled {
  try {
    const { outputText, sourceMapText, diagnostics } = ts.transpileModule(code, {
      fileName: `script.${typescript ? 'ts' : 'js'}${jsx ? 'x' : ''}`,
      reportDiagnostics: true,
      compilerOptions: {
        ...compilerOptions,
        moduleDetection: importsItsJsx.test(code)
          ? ts.ModuleDetectionKind.Force
          : ts.ModuleDetectionKind.Auto,
      },
    });
    const mistake = firstMistake(diagnostics ?? []);
    if (mistake) return { mistake };
    const { mappings } = JSON.parse(sourceMapText ?? '') as { mappings: string };
    return { code: outputText.slice(0, outputText.lastIndexOf('//# sourceMappingURL=')), mappings };
  } catch (error) {
    if (isTooDeep(error)) return { mistake: tooDeep };
    throw error;
  }
}

/** Whether TypeScript has a decorator, or the keyword `accessor`, which came with them. */
export function hasDecorators(code: string, jsx: boolean): boolean {
  const isOne = (node: ts.Node): boolean =>
    ts.isDecorator(node) ||
    node.kind === ts.SyntaxKind.AccessorKeyword ||
    ts.forEachChild(node, isOne) === true;
  try {
    return isOne(ts.createSourceFile(`script.ts${jsx ? 'x' : ''}`, code, ts.ScriptTarget.ESNext));
  } catch (error) {
    if (isTooDeep(error)) return false;
    throw error;
  }
}

/**
 * Errors about end tags. They are preferred: without its end tag, all following code is text with meaningless errors.
 */
const tagMistakes = new Set([17002, 17008, 17014, 17015]);

function firstMistake(diagnostics: readonly ts.Diagnostic[]): SyntaxMistake | null {
  const inScript = diagnostics.filter(({ file }) => file !== undefined);
  const shown = inScript.find(({ code }) => tagMistakes.has(code)) ?? inScript[0];
  if (!shown) return null;
  return { message: ts.flattenDiagnosticMessageText(shown.messageText, ' '), offset: shown.start ?? 0 };
}
