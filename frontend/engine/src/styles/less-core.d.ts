/** Less without its parts for Node or browsers; its own types lack this module. */
declare module 'less/lib/less/index.js' {
  interface LessOptions {
    filename: string;
    math: number;
    javascriptEnabled: boolean;
    disablePluginRule: boolean;
  }
  /** The rejection of `render`; without a position if Less knows none. */
  export interface LessMistake {
    message?: string;
    line?: number | null;
    /** From 0. */
    column?: number | null;
  }
  interface Less {
    PluginLoader: new () => object;
    render(text: string, options: LessOptions): Promise<{ css: string }>;
  }
  export default function createLess(environment: object, fileManagers: readonly object[]): Less;
}
