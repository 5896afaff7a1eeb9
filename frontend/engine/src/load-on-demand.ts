/** Called with true before a compiler is loaded on demand, and with false after it. */
type LoadingListener = (isLoading: boolean) => void;

let listener: LoadingListener | null = null;

/** Reports from now on when a compiler is loaded on demand; null: no more. */
export function watchLoading(onLoading: LoadingListener | null): void {
  listener = onLoading;
}

/** Loads a compiler once, when it is first needed. */
export function onDemand<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | null = null;
  return async () => {
    if (loaded) return loaded;
    listener?.(true);
    loaded = await load();
    listener?.(false);
    return loaded;
  };
}
