declare global {
  interface Window {
    /** Answers that were asked for before the app's own code had come, by what they were asked with. */
    earlyAnswers?: Map<string, Promise<Response>>;
    /** The app was there first. */
    earlyTextEnded?: boolean;
  }
}

/** The code as text, drawn before the app: an element of the page. */
export const earlyTextId = 'early-text';

/** The app's editors stand: the early text goes, and does not come any more. */
export function endEarlyText(): void {
  window.earlyTextEnded = true;
  document.getElementById(earlyTextId)?.remove();
}

const nameOf = (address: string, token: string | null) => `${token ?? ''} ${address}`;

/** Asks now for what the app will want as soon as it runs. */
export function askEarly(address: string, token: string): Promise<Response> {
  const answer = fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(nameOf(address, token), answer);
  return answer;
}

/** The answer to a GET that was asked for early with the same token, once; undefined where there is none. */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const name = nameOf(address, token);
  const answer = window.earlyAnswers?.get(name);
  window.earlyAnswers?.delete(name);
  return answer;
}
