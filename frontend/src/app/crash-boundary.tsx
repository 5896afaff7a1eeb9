import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';

/** The last resort: whatever breaks while drawing, the person reads what to do instead of a blank page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('The page could not be drawn', error);
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main role="alert" className="grid min-h-full place-items-center">
        <EmptyState
          icon={TriangleAlert}
          title="Something went wrong"
          text="Your text is kept in this browser. Reload the page to go on."
        >
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button onClick={() => window.location.assign('/')}>Go to Home</Button>
        </EmptyState>
      </main>
    );
  }
}
