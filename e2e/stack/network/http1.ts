/** The symbol of undici's global dispatcher, which `fetch` and `WebSocket` of Node use. */
const place = Symbol.for('undici.globalDispatcher.2');

/**
 * Makes `fetch` and `WebSocket` of this process use HTTP/1.1. With HTTP/2, Node sends hundreds of sockets and calls to
 * one origin over a few connections, where they wait for each other and distort the tests.
 */
export async function speakHttp1(): Promise<void> {
  // The first call creates the dispatcher.
  await fetch('data:,');
  const agent = Reflect.get(globalThis, place) as { constructor: new (options: object) => object };
  Reflect.set(globalThis, place, new agent.constructor({ allowH2: false }));
}
