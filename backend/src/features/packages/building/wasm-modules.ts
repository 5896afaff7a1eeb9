import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isScript, type PackageFolder } from './package-entries.js';

/** The imports and exports of a WebAssembly file. */
interface Interface {
  imports: WebAssembly.ModuleImportDescriptor[];
  exports: WebAssembly.ModuleExportDescriptor[];
}

/**
 * Whether importing the file should run it: it imports only scripts of the package, as tools generate it for
 * bundlers. For any other file, code expects the address and instantiates it itself.
 */
export function isWasmModule(own: PackageFolder, file: string): boolean {
  const { imports = [] } = readInterface(own, file) ?? {};
  return imports.length > 0 && imports.every(({ module }) => scriptBeside(own, file, module) !== null);
}

/** A module that runs the file and exports its exports, like the planned ES module integration of browsers. */
export function wasmModule(own: PackageFolder, file: string, address: string): string {
  const { imports, exports } = readInterface(own, file) ?? { imports: [], exports: [] };
  const modules = [...new Set(imports.map(({ module }) => module))];
  const text = JSON.stringify;
  const importLines = modules.map((module, index) => {
    const script = path.join(own.folder, scriptBeside(own, file, module) ?? '');
    return `import * as m${index} from ${text(script)};`;
  });
  const given = modules.map((module, index) => `${text(module)}: m${index}`);
  return [
    ...importLines,
    `const bytes = await (await fetch(new URL(${text(address)}, import.meta.url))).arrayBuffer();`,
    `const { instance } = await WebAssembly.instantiate(bytes, { ${given.join(', ')} });`,
    ...exports.map(({ name }, index) => `const e${index} = instance.exports[${text(name)}];`),
    `export { ${exports.map(({ name }, index) => `e${index} as ${text(name)}`).join(', ')} };`,
  ].join('\n');
}

function scriptBeside({ files }: PackageFolder, file: string, module: string): string | null {
  if (!/^\.{1,2}\//.test(module)) return null;
  const script = path.posix.join(path.posix.dirname(file), module);
  return files.has(script) && isScript(script) ? script : null;
}

/** Null for anything that is not WebAssembly. */
function readInterface({ folder }: PackageFolder, file: string): Interface | null {
  if (!file.endsWith('.wasm')) return null;
  const bytes = readFileSync(path.join(folder, file));
  try {
    const module = new WebAssembly.Module(bytes);
    return { imports: WebAssembly.Module.imports(module), exports: WebAssembly.Module.exports(module) };
  } catch {
    return null;
  }
}
