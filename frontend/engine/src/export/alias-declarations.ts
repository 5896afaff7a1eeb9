/** Declares names with a version, `three@^0.180`, as the packages that they stand for. */
export function aliasDeclarations(aliases: readonly (readonly [alias: string, name: string])[]): string {
  const modules = aliases.map(([alias, name]) => {
    const from = `from ${quote(name)};`;
    return `declare module ${quote(alias)} {\n  export * ${from}\n  export { default } ${from}\n}\n`;
  });
  return modules.join('\n');
}

/** As a string: names of packages have no line ends. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
