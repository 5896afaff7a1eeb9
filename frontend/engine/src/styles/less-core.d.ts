/** Less without its parts for Node or browsers, which its own types leave out. */
declare module 'less/lib/less/index.js' {
  interface LessOptions {
    filename: string;
    math: number;
    javascriptEnabled: boolean;
    disablePluginRule: boolean;
  }
  /** What `render` rejects with; it has no position where Less does not know any. */
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
