/** So many pages at most stand in a list at one time, however large the screen is. */
const limit = 12;

/** Which of the cards that are in view may show a page: those that came into view first. */
export interface VisibleCards {
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
