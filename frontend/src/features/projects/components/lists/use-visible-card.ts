import { type RefObject, useEffect, useRef, useState } from 'react';
import { createVisibleCards } from '../../model/shown-cards.ts';

const shownCards = createVisibleCards();

/** Whether the card at this place may show its page now; `onLeave` is told when it has left the view. */
export function useVisibleCard(place: RefObject<HTMLElement | null>, onLeave: () => void): boolean {
  const [isShown, setShown] = useState(false);
  const left = useRef(onLeave);
  useEffect(() => {
    left.current = onLeave;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const inView = entries.at(-1)?.isIntersecting === true;
      if (inView) leave ??= shownCards.enter(setShown);
      else if (leave) {
        leave();
        leave = null;
        left.current();
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      leave?.();
    };
  }, [place]);
  return isShown;
}
