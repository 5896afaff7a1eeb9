import { transformSync } from 'rolldown/utils';

/** What code written for Node takes for granted, the module that has it, and signs of it. */
const variables = [
  { name: 'process', module: 'process', exported: 'default', sign: /\bprocess\s*\.\s*(?!env\b)\w/ },
  { name: 'Buffer', module: 'buffer', exported: 'Buffer', sign: /\bBuffer\s*[.(]/ },
] as const;

/** A module that no package imports. */
const marker = 'studio:free-variable';

/**
 * A file's code with imports of what it uses of Node by name alone, as bundlers do; one that asks whether there is such a
 * variable gets on without it. `given`: modules that there are stand-ins for.
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
  // On the first line, so that all others are where they were.
  return imports.join('') + code;
}

/** Whether the code uses a variable of this name that it does not declare, as the bundler reads it. */
function isFree(name: string, file: string, code: string, isEsModule: boolean): boolean {
  const sourceType = isEsModule ? 'module' : 'commonjs';
  const inject = { [name]: [marker, name] as [string, string] };
  const { code: injected, errors } = transformSync(file, code, { sourceType, inject });
  return errors.length === 0 && injected.includes(`from "${marker}"`);
}
