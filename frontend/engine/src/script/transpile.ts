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
    const mistake = firstMistake(diagnostics ?? []) ?? misplacedDecorator(code, jsx);
    if (mistake) return { mistake };
    const { mappings } = JSON.parse(sourceMapText ?? '') as { mappings: string };
    return { code: outputText.slice(0, outputText.lastIndexOf('//# sourceMappingURL=')), mappings };
  } catch (error) {
    if (isTooDeep(error)) return { mistake: tooDeep };
    throw error;
  }
}

/** A decorator that TypeScript, which checks no types here, leaves for the page to fail at, or drops without a word. */
function misplacedDecorator(code: string, jsx: boolean): SyntaxMistake | null {
  if (!code.includes('@')) return null;
  const tree = readTree(code, jsx);
  return decoratedParameter(tree) ?? fieldOfLit(tree);
}

function decoratedParameter(tree: ts.SourceFile): SyntaxMistake | null {
  const find = (node: ts.Node): ts.Decorator | undefined =>
    (ts.isParameter(node) && node.modifiers?.find(ts.isDecorator)) || ts.forEachChild(node, find);
  const found = find(tree);
  const message = 'Parameters cannot have decorators: only classes and their members can';
  return found ? { message, offset: found.getStart(tree) } : null;
}

/** As in most examples of Lit, which are written for the decorators that TypeScript had before the standard ones. */
function fieldOfLit(tree: ts.SourceFile): SyntaxMistake | null {
  const names = new Set(tree.statements.flatMap(decoratorsOfLit));
  if (names.size === 0) return null;
  const ofLit = ({ expression }: ts.Decorator) => {
    const name = ts.isCallExpression(expression) ? expression.expression : expression;
    return ts.isIdentifier(name) && names.has(name.text);
  };
  const find = (node: ts.Node): ts.PropertyDeclaration | undefined => {
    const isField = ts.isPropertyDeclaration(node) && !ts.isAutoAccessorPropertyDeclaration(node);
    return isField && ts.getDecorators(node)?.some(ofLit) ? node : ts.forEachChild(node, find);
  };
  const name = find(tree)?.name;
  if (!name) return null;
  const message = `Decorators of Lit are for accessors, not for fields: write "accessor ${name.getText(tree)}"`;
  return { message, offset: name.getStart(tree) };
}

function decoratorsOfLit(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const bindings = statement.importClause?.namedBindings;
  const isOfLit = /^(?:lit|@lit\/reactive-element)(?:@[^/]*)?\/decorators\b/.test(
    statement.moduleSpecifier.text,
  );
  return isOfLit && bindings && ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name }) => name.text)
    : [];
}

function readTree(code: string, jsx: boolean): ts.SourceFile {
  return ts.createSourceFile(`script.ts${jsx ? 'x' : ''}`, code, ts.ScriptTarget.ESNext);
}

/**
 * Whether a script has what Vite's compiler does not compile as TypeScript does: a decorator, the keyword `accessor`, which
 * came with them, or a namespace.
 */
export function needsTypeScript(code: string, jsx: boolean): boolean {
  const isOne = (node: ts.Node): boolean =>
    ts.isDecorator(node) ||
    node.kind === ts.SyntaxKind.AccessorKeyword ||
    isNamespace(node) ||
    ts.forEachChild(node, isOne) === true;
  try {
    return isOne(readTree(code, jsx));
  } catch (error) {
    if (isTooDeep(error)) return false;
    throw error;
  }
}

/** One with code of its own, not a declaration for other code. */
function isNamespace(node: ts.Node): boolean {
  if (!ts.isModuleDeclaration(node)) return false;
  return !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
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
