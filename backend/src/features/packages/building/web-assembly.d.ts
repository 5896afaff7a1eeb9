/** Node has WebAssembly, but its types are only in those of browsers, which are not loaded here. */
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
