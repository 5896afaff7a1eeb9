import { createStore } from 'zustand/vanilla';

/** How many things the person is waiting for. */
export const workInProgress = createStore<number>(() => 0);

/** Shows the progress line for as long as the work lasts, once that is long enough to be noticed. */
export async function showProgress<T>(work: Promise<T>): Promise<T> {
  workInProgress.setState((count) => count + 1, true);
  try {
    return await work;
  } finally {
    workInProgress.setState((count) => count - 1, true);
  }
}
