/** Runs tasks one after another, in the order they came. */
export interface Serial {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** What comes from now on waits for nothing that came before. */
  renew(): void;
}

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = tail.then(task);
      tail = result.catch(() => undefined);
      return result;
    },
    renew() {
      tail = Promise.resolve();
    },
  };
}
