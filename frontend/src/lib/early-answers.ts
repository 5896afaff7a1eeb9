/** Answers that were asked for before the app's own code had come, by what they were asked with. */
const answers = new Map<string, Promise<Response>>();

const nameOf = (address: string, token: string | null) => `${token ?? ''} ${address}`;

/** Asks now for what the app will want as soon as it runs. */
export function askEarly(address: string, token: string): Promise<Response> {
  const answer = fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  answers.set(nameOf(address, token), answer);
  return answer;
}

/** The answer to a GET that was asked for early with the same token, once; undefined where there is none. */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const name = nameOf(address, token);
  const answer = answers.get(name);
  answers.delete(name);
  return answer;
}
