import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** How many pictures this page has uploaded, by the project's id: a card that is on show then loads anew. */
const newPictures = createStore<Record<string, number>>(() => ({}));

export function countNewPicture(id: string): void {
  newPictures.setState((counts) => ({ [id]: (counts[id] ?? 0) + 1 }));
}

export function useNewPictures(id: string): number {
  return useStore(newPictures, (counts) => counts[id] ?? 0);
}
