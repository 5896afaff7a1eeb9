import { CircleStop } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/ui/button.tsx';
import * as texts from '../texts.ts';

/** Stops code that hangs. When it disappears, it moves the focus to the button beside it, which runs the code again. */
export function StopButton({ onStop }: { onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const stop = button.current;
    return () => {
      const next = stop?.nextElementSibling;
      if (document.activeElement === stop && next instanceof HTMLElement) next.focus();
    };
  }, []);
  return (
    <Button ref={button} look="danger" onClick={onStop}>
      <CircleStop size={14} aria-hidden />
      {texts.stop}
    </Button>
  );
}
