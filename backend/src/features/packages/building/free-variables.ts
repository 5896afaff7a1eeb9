import { transformSync } from 'rolldown/utils';

/** Global variables of Node, the modules that have them, and patterns of their use. */
const variables = [
  { name: 'process', module: 'process', exported: 'default', sign: /\bprocess\s*\.\s*(?!env\b)\w/ },
  { name: 'Buffer', module: 'buffer', exported: 'Buffer', sign: /\bBuffer\s*[.(]/ },
] as const;

/** The name of a module that no package imports. */
const marker = 'studio:free-variable';

/**
 * Adds imports for Node's global variables that a file uses, as bundlers do; not if the file checks with `typeof`
 * whether they exist, so works without them. `given`: the modules that have replacements.
 */
export function withFreeVariables(
  file: string,
  code: string,
  isEsModule: boolean,
  given: Readonly<Record<string, string>>,
): string {
  if (code.startsWith('#!')) return code;
  const missing = variables.filter(
    ({ name, module, sign }) =>
      given[module] !== undefined &&
      sign.test(code) &&
      !new RegExp(`\\btypeof\\s+${name}\\b|\\[object ${name}\\]`).test(code) &&
      isFree(name, file, code, isEsModule),
  );
  const imports = missing.map(({ name, module, exported }) =>
    isEsModule
      ? `import { ${exported} as ${name} } from "${module}";`
      : `var ${name} = require("${module}")${exported === 'default' ? '' : `.${exported}`};`,
  );
  // On the first line, so that line numbers stay the same.
  return imports.join('') + code;
}

/** Whether the code uses an undeclared variable of this name, by the bundler's own analysis. */
function isFree(name: string, file: string, code: string, isEsModule: boolean): boolean {
  const sourceType = isEsModule ? 'module' : 'commonjs';
  const inject = { [name]: [marker, name] as [string, string] };
  const { code: injected, errors } = transformSync(file, code, { sourceType, inject });
  return errors.length === 0 && injected.includes(`from "${marker}"`);
}
