import { type RefObject, useEffect, useRef, useState } from 'react';

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

/** So many pages at most stand in a list at one time, however large the screen is. */
const limit = 12;

/** Which of the cards that are in view may show a page: those that came into view first. */
interface VisibleCards {
  /** A card has come into view. The answer tells that it has left, or is gone. */
  enter(onTurn: (isShown: boolean) => void): () => void;
}

export function createVisibleCards(): VisibleCards {
  const inView: ((isShown: boolean) => void)[] = [];
  return {
    enter(onTurn) {
      inView.push(onTurn);
      onTurn(inView.length <= limit);
      return () => {
        const place = inView.indexOf(onTurn);
        if (place < 0) return;
        inView.splice(place, 1);
        onTurn(false);
        if (place < limit) inView[limit - 1]?.(true);
      };
    },
  };
}
