import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { fetchUntilThere } from '../lib/fetch-until-there.ts';
import { whenInUse } from '../lib/time.ts';
import { showPartNotLoaded } from './toast/part-not-loaded.ts';

/** Resets the parts that failed to load. */
const renewals: (() => void)[] = [];

/** Makes parts that failed to load try again at their next use. */
function retryFailedParts(): void {
  for (const renew of renewals.splice(0)) renew();
}

interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads it ahead of its use. */
  fetch(): Promise<unknown>;
}

/** React's `lazy` for a part within a `ChunkBoundary`, which tries again after a failure. What is loaded shows at once. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const fetch = () =>
    load().then((module) => {
      loaded = module.default;
      return module;
    });
  const suspending = () =>
    lazy(() =>
      fetch().catch((error: unknown) => {
        renewals.push(() => {
          part = suspending();
        });
        throw error;
      }),
    ) as unknown as ComponentType<P>;
  let part = suspending();
  const Part = (props: P) => {
    // One and the same for as long as it is shown, or it would lose its state. After a fallback, React waits for 300 ms.
    const [shown] = useState(() => loaded ?? part);
    return createElement(shown, props);
  };
  return Object.assign(Part, { fetch });
}

/** React's `lazy` for a part in whose place `Other` is shown, if it cannot be loaded, until it can. */
export function lazyOrElse<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Other: ComponentType<P>,
) {
  const Later = lazy(() => fetchUntilThere(load)) as unknown as ComponentType<P>;
  const Substitute = (props: P) => (
    <Suspense fallback={<Other {...props} />}>
      <Later {...props} />
    </Suspense>
  );
  return lazy(() => load().catch(() => ({ default: Substitute })));
}

/** Loads parts ahead of their use, which may be offline, once the page is in use. */
export function fetchWhenInUse(...parts: Pick<LazyPart<never>, 'fetch'>[]): void {
  whenInUse(() => {
    for (const part of parts)
      part
        .fetch()
        .catch((error: unknown) => console.warn('A part of the page is fetched again later', error));
  });
}

interface ChunkBoundaryProps {
  /** Closes what needed the part. */
  onFailure: () => void;
  /** Shown until the part is loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Wraps a part that is loaded on demand: if that fails, shows a toast and leaves the rest of the page alone. Once the
 * connection is back, it tries again.
 */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page could not be shown', error);
    showPartNotLoaded();
    retryFailedParts();
    addEventListener('online', () => this.setState({ failed: false }), { once: true });
    this.props.onFailure();
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.failed ? null : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
