/** PostCSS plugins of CSS modules, which have no types. */
declare module 'postcss-modules-local-by-default' {
  export default function nameLocals(): object;
}
declare module 'postcss-modules-scope' {
  export default function renameLocals(options: { generateScopedName: (name: string) => string }): object;
}
