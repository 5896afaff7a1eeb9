import type { SocketClient } from '@/lib/socket-client.ts';

/** The page's side of the socket without a line: a test tells what comes in. */
export function createFakeSocket() {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const socket: SocketClient = {
    connect: async () => undefined,
    disconnect: () => undefined,
    wake: () => undefined,
    on(event, listener) {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard.add(listener));
      return () => void heard.delete(listener);
    },
    watchProject: () => () => undefined,
    watchList: () => undefined,
  };
  return {
    socket,
    emit: (event: string, payload?: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
  };
}
