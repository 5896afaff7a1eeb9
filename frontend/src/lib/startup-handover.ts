declare global {
  interface Window {
    /**
     * Answers that were asked for before the app's own code had come, by what they were asked with. Here, because the
     * script in the page and the app are built apart.
     */
    prefetchedResponses?: Map<string, Promise<Response>>;
  }
}

const nameOf = (address: string, token: string | null) => `${token} ${address}`;

/** Asks now for what the app will want as soon as it runs. Who takes the answer hears what is wrong. */
export function prefetch(address: string, token: string): Promise<Response> {
  const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } });
  answer.catch(() => undefined);
  (window.prefetchedResponses ??= new Map()).set(nameOf(address, token), answer);
  return answer;
}

/** The answer to a GET that was asked for early with the same token, once; undefined where there is none. */
export function takePrefetched(address: string, token: string | null): Promise<Response> | undefined {
  const name = nameOf(address, token);
  const answer = window.prefetchedResponses?.get(name);
  window.prefetchedResponses?.delete(name);
  return answer;
}

/** What the page shows of a project before the app has come: an element of the page, until the app takes its place. */
export const staticCodeId = 'static-code';

/** The app's editors stand, or will not come: the early view goes. */
export function removeStaticCode(): void {
  document.getElementById(staticCodeId)?.remove();
}
