import type { AuditEntry } from '@studio/contract/http/audit';

const columns: Record<string, (entry: AuditEntry) => string> = {
  id: (entry) => entry.id,
  at: (entry) => entry.at,
  actorId: (entry) => entry.actor?.id ?? '',
  actor: (entry) => entry.actor?.username ?? '',
  action: (entry) => entry.action,
  subjectKind: (entry) => entry.subject.kind,
  subjectId: (entry) => entry.subject.id,
  subject: (entry) => entry.subject.name,
  reason: (entry) => entry.reason,
};

/** The log as CSV (RFC 4180), in as many pieces as it comes. */
export async function* auditCsv(entries: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield lineOf(Object.keys(columns));
  for await (const some of entries)
    yield some.map((entry) => lineOf(Object.values(columns).map((read) => read(entry)))).join('');
}

function lineOf(cells: string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A spreadsheet takes what begins like this for a formula, and what people wrote must not be computed. */
const formula = /^[=+\-@\t\r]/;

function cellOf(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
