/** The oldest version for MikroORM; `npm ci` installs a newer one. Imported first, before modules that may fail. */
const oldest = [22, 17] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `Node: expected ${oldest.join('.')} or newer, got ${process.versions.node}. Start with npm start.\n`,
  );
  process.exit(1);
}
