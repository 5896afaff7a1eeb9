/** The SHA-256 of a text: 32 numbers from 0 to 255. */
export async function fingerprint(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Four columns of eight cells, mirrored: what is symmetric is easier to tell apart. */
export function toPicture(bytes: Uint8Array): string {
  const hue = ((bytes[0] ?? 0) / 255) * 360;
  return Array.from(bytes, (byte, index) => {
    const [x, y] = [index % 4, Math.floor(index / 4)];
    const fill = `hsl(${hue} 70% ${25 + (byte % 5) * 12}%)`;
    return [x, 7 - x]
      .map((column) => `<rect x="${column}" y="${y}" width="1.02" height="1.02" fill="${fill}"/>`)
      .join('');
  }).join('');
}

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

const input = find<HTMLInputElement>('#text');

async function show(): Promise<void> {
  const text = input.value;
  const bytes = await fingerprint(text);
  if (text !== input.value) return;
  find('#picture').innerHTML = toPicture(bytes);
  find('#hex').textContent = toHex(bytes);
}

input.addEventListener('input', show);
await show();
