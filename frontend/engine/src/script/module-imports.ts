import type { Expression, ImportDeclaration, ImportExpression, Literal, Program } from 'acorn';
import { walkNodes } from './walk-nodes.js';

/** One import of a module by another, as offsets into its text. */
export interface ModuleImport {
  specifier: string;
  /** The imported names, including `default`; empty for a namespace or a bare import. */
  names: string[];
  kind: 'static' | 'bare' | 'dynamic';
  /** Written with attributes, such as `with { type: 'json' }`. */
  hasAttributes: boolean;
  /** Offset of the specifier, behind its quote. */
  nameStart: number;
  /** Around the whole statement or call. */
  start: number;
  end: number;
}

type ImportNode =
  | Pick<ImportExpression, 'source' | 'options' | 'start' | 'end'>
  | Pick<ImportDeclaration, 'source' | 'attributes' | 'start' | 'end'>;

/** The imports of a program: static, by re-export, or by `import()` of a literal. */
export function findImports(program: Program): ModuleImport[] {
  const found: ModuleImport[] = [];
  const add = (node: ImportNode, names: string[], kind: ModuleImport['kind']) => {
    const { source, start, end } = node;
    const specifier = textOf(source);
    const hasAttributes = 'options' in node ? Boolean(node.options) : node.attributes.length > 0;
    if (!specifier) return;
    found.push({ specifier, names, kind, hasAttributes, nameStart: source.start + 1, start, end });
  };
  walkNodes(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.flatMap((each) => {
        if (each.type === 'ImportDefaultSpecifier') return ['default'];
        return each.type === 'ImportSpecifier' ? [nameOf(each.imported)] : [];
      });
      add(node, names, node.specifiers.length === 0 ? 'bare' : 'static');
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      const names = node.specifiers.map(({ local }) => nameOf(local));
      add({ ...node, source: node.source }, names, 'static');
    } else if (node.type === 'ExportAllDeclaration') add(node, [], 'static');
    else if (node.type === 'ImportExpression') add(node, [], 'dynamic');
  });
  return found.toSorted((one, other) => one.start - other.start);
}

/** The value of a string, or of a template without expressions, as minifiers write it. */
function textOf(source: Expression): string | null {
  if (source.type === 'TemplateLiteral')
    return source.expressions.length === 0 ? (source.quasis[0]?.value.cooked ?? null) : null;
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : null;
}

function nameOf(name: { type: 'Identifier'; name: string } | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** Another file, which no project has: `./x`, `../x`, and `@/x` or `~/x`, as bundlers are often told to name them. */
export function isOtherFile(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|[@~]\/)/.test(specifier);
}

/** The extensions of style sheets, in all languages that are compiled to CSS. */
const styleName = /\.(?:css|scss|sass|less|styl|pcss|postcss)$/;

/** A style sheet. */
export function isStyleImport(specifier: string): boolean {
  return specifier === 'tailwindcss' || styleName.test(specifier);
}

/** A style sheet of an npm package, except Tailwind's, which the page of a project that chose it has. */
export function isPackageStyle(specifier: string): boolean {
  return isBare(specifier) && specifier.endsWith('.css') && !specifier.startsWith('tailwindcss/');
}

/** True for specifiers that only an import map or a bundler can resolve: no paths, no addresses. */
export function isBare(specifier: string): boolean {
  return !isOtherFile(specifier) && !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(specifier);
}
