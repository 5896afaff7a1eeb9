import { type ComponentType, createElement, lazy } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

/** What to do so that parts which could not be fetched are fetched anew. */
const renewals: (() => void)[] = [];

/** The parts that could not be fetched are tried again when they are next wanted. */
export function retryFailedParts(): void {
  for (const renew of renewals.splice(0)) renew();
}

/** React's `lazy` for a part within a `ChunkBoundary`: a fetch that failed is not remembered for ever. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const fetched = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        renewals.push(() => {
          part = fetched();
        });
        throw error;
      }),
    );
  let part = fetched();
  return (props) => createElement<P>(part as unknown as ComponentType<P>, props);
}

/** Fetches parts before they are wanted, which may be without a connection; the returned function takes it back. */
export function fetchWhenIdle(...loads: (() => Promise<unknown>)[]): () => void {
  return whenIdle(() => {
    for (const load of loads)
      load().catch((error: unknown) => console.warn('Fetched when it is needed', error));
  });
}
