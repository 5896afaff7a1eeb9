import { CloudAlert } from 'lucide-react';
import { Button } from './button.tsx';
import * as texts from './dialogs/dialog-texts.ts';
import { EmptyState } from './lists/list-states.tsx';

interface FailedStateProps {
  title: string;
  /** Why, in a sentence. */
  error: Error;
  onRetry: () => unknown;
}

/** Stands where something would be that could not be loaded, with the way to try again. */
export function FailedState({ title, error, onRetry }: FailedStateProps) {
  return (
    <EmptyState icon={CloudAlert} title={title} text={error.message}>
      <Button onClick={() => onRetry()}>{texts.retry}</Button>
    </EmptyState>
  );
}
