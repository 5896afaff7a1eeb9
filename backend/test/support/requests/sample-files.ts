const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]);
const sfnt = [0, 1, 0, 0, 0, 9, 0, 0x80, 0, 3, 0, 0x10];

/** One small file of every type that the library accepts, with content that matches the name. */
export const sampleFiles: Readonly<Record<string, Buffer>> = {
  'a.jpg': jpg,
  'a.jpeg': jpg,
  'a.png': png,
  'a.gif': Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  'a.svg': Buffer.from('<?xml version="1.0"?>\n<!-- a dot --><svg xmlns="http://www.w3.org/2000/svg"/>'),
  'a.webp': bytes('RIFF', [26, 0, 0, 0], 'WEBPVP8L', [13, 0, 0, 0, 0x2f, 0, 0, 0, 0x10, 7, 16, 17, 17, 0x88]),
  'a.ico': bytes([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 24, 0, 48, 0, 0, 0, 22, 0, 0, 0]),
  'a.json': Buffer.from('{"a":[1,2]}'),
  'a.xml': Buffer.from('<?xml version="1.0"?><a/>'),
  'a.csv': Buffer.from('name,size\nü,1\n'),
  'a.txt': Buffer.from('BM, MZ and other words.\r\n'),
  'a.css': Buffer.from('a { color: red }'),
  'a.js': Buffer.from('export const a = 1;'),
  'a.ts': Buffer.from('export const a: number = 1;'),
  'a.woff': bytes('wOFF', sfnt, [0, 0, 0, 0]),
  'a.woff2': bytes('wOF2', sfnt, [0, 0, 0, 0]),
  'a.ttf': bytes(sfnt, [0, 0, 0, 0]),
  'a.otf': bytes('OTTO', sfnt, [0, 0, 0, 0]),
  'a.md': Buffer.from('# A\n'),
  'a.pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  'a.mp3': bytes('ID3', [4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64], Buffer.alloc(64).toString('latin1')),
  'a.mp4': bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isommp42'),
  'a.webm': bytes([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm', [0x18, 0x53, 0x80, 0x67]),
};
