import { Component, type ReactNode, Suspense } from 'react';
import { retryFailedParts } from './lazy-part.tsx';
import * as texts from './texts.ts';
import { toast } from './toast/toast.ts';

interface ChunkBoundaryProps {
  /** Takes back what wanted the part, so that the page stands as before. */
  onFailure: () => void;
  /** Stands there until the part has come. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Stands around a part that is fetched on demand: when it cannot be shown, says so and leaves the rest of the page alone. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page could not be shown', error);
    const problem = { tone: 'danger', title: texts.partNotLoaded } as const;
    // Without a connection the page would not come back from a reload.
    if (navigator.onLine)
      toast({
        ...problem,
        description: texts.partNotLoadedText,
        action: { label: texts.reload, run: () => window.location.reload() },
      });
    else toast({ ...problem, description: texts.offline });
    retryFailedParts();
    this.props.onFailure();
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.failed ? null : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
