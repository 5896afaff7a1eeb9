import { durations } from '@studio/contract/durations';

/** The embed answers 410 after a takedown (specification: Embed page); the project's own route does not reveal it. */
export async function isTakenDown(id: string): Promise<boolean> {
  const signal = AbortSignal.timeout(durations.requestTimeout);
  const status = await fetch(`/embed/${id}/status`, { signal }).then(
    (response) => response.status,
    () => null,
  );
  return status === 410;
}
