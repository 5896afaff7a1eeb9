import { describe, expect, it } from '@jest/globals';
import { FormDecoder } from './form-decoder.js';

const limits = { html: 40, js: 5 };
const encoded = Buffer.from('h%74ml=%EF%BB%BF%c3%bc+ü%0D%0a%0A%0D%0D%0Aend%0d&x=%zz&js=a%3D%2B=&y&z=');
const decoded = new Map([
  ['html', '\uFEFFü ü\n\n\r\nend\r'],
  ['js', 'a=+='],
]);

/** Decodes a form that arrives in these pieces. */
function decode(...pieces: Buffer[]): Map<string, string> {
  const form = new FormDecoder(limits, 5);
  for (const piece of pieces) form.write(piece);
  return new Map(Array.from(form.end(), ([name, value]) => [name, Buffer.from(value).toString()]));
}

describe('a form that is decoded as it arrives', () => {
  it('is the same wherever it is cut: within names, escapes, characters and line ends', () => {
    expect(decode(encoded)).toEqual(decoded);
    for (let cut = 1; cut < encoded.length; cut += 1)
      expect([cut, decode(encoded.subarray(0, cut), encoded.subarray(cut))]).toEqual([cut, decoded]);
    expect(decode(...Array.from(encoded, (byte) => Buffer.of(byte)))).toEqual(decoded);
  });

  it('may have a name of any length, which is no field', () => {
    const form = Buffer.from(`html=1&${'j%73'.repeat(1_000)}=%zz&js=2`);
    expect(decode(form)).toEqual(
      new Map([
        ['html', '1'],
        ['js', '2'],
      ]),
    );
  });

  it('is refused as soon as a field is too large', () => {
    const form = new FormDecoder(limits, 5);
    form.write(Buffer.from('js=1234\r\n'));
    expect(() => form.write(Buffer.from('6'))).toThrow(expect.objectContaining({ status: 400 }));
  });

  it.each(['html=%4', 'html=%', 'html=%c3', 'html=%4x', '%c3=1'])('is refused for %s', (body) => {
    const refusal = expect.objectContaining({ status: 400 });
    expect(() => decode(Buffer.from(body))).toThrow(refusal);
    expect(() => decode(Buffer.from(body.slice(0, -1)), Buffer.from(body.slice(-1)))).toThrow(refusal);
  });
});
