import type { Expression, ImportDeclaration, ImportExpression, Literal, Program } from 'acorn';

/** One import of a module by another, as offsets into its text. */
export interface ModuleImport {
  specifier: string;
  /** The names it takes from the module, `default` among them; empty for a namespace or for nothing. */
  names: string[];
  kind: 'static' | 'bare' | 'dynamic';
  /** Written with attributes, such as `with { type: 'json' }`. */
  hasAttributes: boolean;
  /** Where the specifier begins, behind its quote. */
  nameStart: number;
  /** Around the whole statement or call. */
  start: number;
  end: number;
}

type ImportNode =
  | Pick<ImportExpression, 'source' | 'options' | 'start' | 'end'>
  | Pick<ImportDeclaration, 'source' | 'attributes' | 'start' | 'end'>;

/** What a program imports: statically, by re-export, or by `import()` of a text. */
export async function findImports(program: Program): Promise<ModuleImport[]> {
  const { simple } = await import('acorn-walk');
  const found: ModuleImport[] = [];
  const add = (node: ImportNode, names: string[], kind: ModuleImport['kind']) => {
    const { source, start, end } = node;
    const specifier = textOf(source);
    const hasAttributes = 'options' in node ? Boolean(node.options) : node.attributes.length > 0;
    if (!specifier) return;
    found.push({ specifier, names, kind, hasAttributes, nameStart: source.start + 1, start, end });
  };
  simple(program, {
    ImportDeclaration(node) {
      const names = node.specifiers.flatMap((each) => {
        if (each.type === 'ImportDefaultSpecifier') return ['default'];
        return each.type === 'ImportSpecifier' ? [nameOf(each.imported)] : [];
      });
      add(node, names, node.specifiers.length === 0 ? 'bare' : 'static');
    },
    ExportNamedDeclaration(node) {
      const names = node.specifiers.map(({ local }) => nameOf(local));
      if (node.source) add({ ...node, source: node.source }, names, 'static');
    },
    ExportAllDeclaration(node) {
      add(node, [], 'static');
    },
    ImportExpression(node) {
      add(node, [], 'dynamic');
    },
  });
  return found.toSorted((one, other) => one.start - other.start);
}

/** A string, or a template without a place for values, as minifiers write it. */
function textOf(source: Expression): string | null {
  if (source.type === 'TemplateLiteral')
    return source.expressions.length === 0 ? (source.quasis[0]?.value.cooked ?? null) : null;
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : null;
}

function nameOf(name: { type: 'Identifier'; name: string } | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** `./x`, `../x`: another file of a project, which has none. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** The ends of names of style sheets, in whatever language they are written. */
export const styleEndings = 'css|scss|sass|less|styl|pcss|postcss';

const styleName = new RegExp(String.raw`\.(?:${styleEndings})$`);

/** A style sheet. */
export function isStyleImport(specifier: string): boolean {
  return specifier === 'tailwindcss' || styleName.test(specifier);
}

/** A style sheet of an npm package; those of Tailwind stand in the page of a project that chose it. */
export function isPackageStyle(specifier: string): boolean {
  return isBare(specifier) && specifier.endsWith('.css') && !specifier.startsWith('tailwindcss/');
}

/** True for what only an import map or a bundler can find: not a path, not an address. */
export function isBare(specifier: string): boolean {
  return !/^(?:\/|\.{1,2}(?:\/|$)|[a-z][a-z0-9+.-]*:)/i.test(specifier);
}
