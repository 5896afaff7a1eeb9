const packageName = /^(@[\w.-]+\/[\w.-]+|[\w][\w.-]*)(?:\/|$)/;

/** Addresses and files are no packages; neither are names that an import map leads elsewhere. */
export function packagesAmong(specifiers: string[], importMap: Record<string, string>): string[] {
  const isMapped = (specifier: string) =>
    Object.keys(importMap).some((name) =>
      name.endsWith('/') ? specifier.startsWith(name) : specifier === name,
    );
  const names = specifiers.flatMap((specifier) => {
    const name = isMapped(specifier) || /^[a-z]+:/i.test(specifier) ? null : packageName.exec(specifier)?.[1];
    return name ?? [];
  });
  return [...new Set(names)];
}
