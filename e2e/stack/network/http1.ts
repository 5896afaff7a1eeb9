/** Where Node keeps what `fetch` and `WebSocket` send by: undici, which names it so for others to set. */
const place = Symbol.for('undici.globalDispatcher.2');

/**
 * From now on `fetch` and `WebSocket` of this process speak HTTP/1.1. By HTTP/2 hundreds of sockets and calls to one
 * origin share a few connections and wait for each other, which is Node's doing and not that of what is tested.
 */
export async function speakHttp1(): Promise<void> {
  // Made by the first call of all.
  await fetch('data:,');
  const agent = Reflect.get(globalThis, place) as { constructor: new (options: object) => object };
  Reflect.set(globalThis, place, new agent.constructor({ allowH2: false }));
}
