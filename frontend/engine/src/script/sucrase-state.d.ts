/** Where sucrase keeps what it has read, also of code that it refuses. Node has it in the default export alone. */
declare module 'sucrase/dist/parser/traverser/base.js' {
  interface State {
    tokens: { start: number; end: number; isType: boolean; jsxRole: number | null }[];
  }
  export const state: State | undefined;
  const base: { state: State } | undefined;
  export default base;
}
