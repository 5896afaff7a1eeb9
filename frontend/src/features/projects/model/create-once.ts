import { nanoid } from 'nanoid';
import { mayHaveArrived, type Result } from '@/lib/http-client.ts';

/** Sends a request that creates something. */
type Send<T> = (headers: { 'idempotency-key': string }) => Promise<Result<T>>;

/**
 * Returns a function that sends requests which create something. One whose response was lost may have arrived, so the
 * next one for the same (`wanted`) repeats it with its key, and gets what it has created.
 */
export function createOnce<T>(): (wanted: string, send: Send<T>) => Promise<Result<T>> {
  let unanswered: { wanted: string; send: Send<T>; headers: Parameters<Send<T>>[0] } | null = null;
  return async function create(wanted, send): Promise<Result<T>> {
    const lost = unanswered?.wanted === wanted ? unanswered : null;
    const request = lost ?? { wanted, send, headers: { 'idempotency-key': nanoid() } };
    unanswered = request;
    const response = await request.send(request.headers);
    if (unanswered === request && (response.ok || !mayHaveArrived(response.error))) unanswered = null;
    // What it had created has been deleted since.
    const isGone = lost && !response.ok && response.error.code === 'not_found';
    return isGone ? create(wanted, send) : response;
  };
}
