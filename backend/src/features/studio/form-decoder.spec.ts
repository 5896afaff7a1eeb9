import { describe, expect, it } from '@jest/globals';
import { FormDecoder } from './form-decoder.js';

const limits = { html: 40, js: 5 };
const encoded = Buffer.from('h%74ml=%EF%BB%BF%c3%bc+ü%0D%0a%0A%0D%0D%0Aend%0d&x=%zz&js=a%3D%2B=&y&z=');
const decoded = new Map([
  ['html', '\uFEFFü ü\n\n\r\nend\r'],
  ['js', 'a=+='],
]);

/** Decodes a form that arrives in these pieces. */
async function decode(...pieces: Buffer[]): Promise<Map<string, string>> {
  const form = new FormDecoder(limits, 5);
  for (const piece of pieces) await form.write(piece);
  return form.end();
}

describe('a form that is decoded as it arrives', () => {
  it('is the same wherever it is cut: within names, escapes, characters and line ends', async () => {
    expect(await decode(encoded)).toEqual(decoded);
    for (let cut = 1; cut < encoded.length; cut += 1)
      expect([cut, await decode(encoded.subarray(0, cut), encoded.subarray(cut))]).toEqual([cut, decoded]);
    expect(await decode(...Array.from(encoded, (byte) => Buffer.of(byte)))).toEqual(decoded);
  });

  it('is not decoded much beyond the limit of a field', async () => {
    const source = Buffer.from(`js=${'\r'.repeat(1_000)}`);
    expect((await decode(source)).get('js')).toBe('\r'.repeat(limits.js + 4));
    expect((await decode(...Array.from(source, (byte) => Buffer.of(byte)))).get('js')).toBe(
      '\r'.repeat(limits.js + 4),
    );
  });

  it.each(['html=%4', 'html=%', 'html=%c3', 'html=%4x', '%c3=1'])('is refused for %s', async (body) => {
    await expect(decode(Buffer.from(body))).rejects.toMatchObject({ status: 400 });
    await expect(decode(Buffer.from(body.slice(0, -1)), Buffer.from(body.slice(-1)))).rejects.toMatchObject({
      status: 400,
    });
  });
});
