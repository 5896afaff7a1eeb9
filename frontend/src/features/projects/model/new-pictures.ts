import { createStore } from 'zustand/vanilla';

/** The number of pictures that this page has uploaded, by project id; shown cards then load again. */
export const newPictures = createStore<Record<string, number>>(() => ({}));

export function countNewPicture(id: string): void {
  newPictures.setState((counts) => ({ [id]: (counts[id] ?? 0) + 1 }));
}
