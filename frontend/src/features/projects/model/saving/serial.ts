/** Runs tasks one after another, in the order they came. */
export interface TaskQueue {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** What comes from now on waits for nothing that came before. */
  reset(): void;
}

export function createTaskQueue(): TaskQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = tail.then(task);
      tail = result.catch(() => undefined);
      return result;
    },
    reset() {
      tail = Promise.resolve();
    },
  };
}
