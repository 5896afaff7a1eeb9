/** Node has it as browsers do, and its types are those of browsers. */
declare namespace WebAssembly {
  interface ModuleImportDescriptor {
    module: string;
    name: string;
  }
  interface ModuleExportDescriptor {
    name: string;
  }
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): ModuleImportDescriptor[];
    static exports(module: Module): ModuleExportDescriptor[];
  }
}
