import { auditRoutes } from '@studio/contract/http/audit';
import { noAnswer, type Result, readAnswer } from '@/lib/http-client.ts';
import { readToken } from '@/lib/session-store.ts';
import { type AdminSource, heedRefusal } from './admin-client.ts';
import { type AuditQuestion, auditQuery } from './list-queries.ts';

/** All entries of the audit log that match, as a file of comma-separated values (CONTRACT 2). */
export async function fetchAuditFile(source: AdminSource, question: AuditQuestion): Promise<Result<Blob>> {
  const { page: _, ...query } = auditQuery(question);
  const token = readToken(source.localStorage);
  let response: Response;
  try {
    response = await fetch(`/api${auditRoutes.auditLog.path}?${new URLSearchParams(query)}`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
    });
    if (response.ok) return { ok: true, data: await response.blob() };
  } catch {
    return { ok: false, error: noAnswer };
  }
  const answer = readAnswer(auditRoutes.auditLog, response, await response.text());
  if (answer.ok) return { ok: false, error: noAnswer };
  if (answer.error.status === 401) source.session.expire(token);
  void heedRefusal(source, answer.error);
  return answer;
}
