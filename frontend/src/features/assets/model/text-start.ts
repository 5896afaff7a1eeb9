/** The beginning of a text, and whether there is more of it. */
export interface TextStart {
  text: string;
  isCut: boolean;
}

/** So many bytes of a text are shown. */
export const shownBytes = 200_000;

/** Reads the beginning of a text, as UTF-8, and leaves the rest of it where it is. */
export async function readTextStart(response: Response): Promise<TextStart> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = shownBytes;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(chunk.value.subarray(0, left), { stream: true });
    left -= chunk.value.length;
    if (left < 0) {
      await reader?.cancel();
      return { text, isCut: true };
    }
  }
}
