/** Identifies a version of a project: the newest, or a published one. */
export interface ProjectKey {
  id: string;
  /** Null: the newest. */
  rev: number | null;
}

const written = /^(?<id>[0-9a-z]{16})(?:@(?<rev>[1-9]\d{0,8}))?$/;

/** Parses the form in addresses, `{id}` or `{id}@{rev}`; null for any other text. */
export function readProjectKey(text: string): ProjectKey | null {
  const { id, rev } = written.exec(text)?.groups ?? {};
  if (id === undefined) return null;
  return { id, rev: rev === undefined ? null : Number(rev) };
}

export function writeProjectKey({ id, rev }: ProjectKey): string {
  return rev === null ? id : `${id}@${rev}`;
}
