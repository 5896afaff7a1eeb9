import { describe, expect, it } from '@jest/globals';
import { entryNames } from './pack-assets.js';

const at = (name: string, key = 0) =>
  `https://files.example/assets/${String(key).padStart(16, '0')}/${encodeURIComponent(name)}`;
const nameOf = (name: string) => [...entryNames([at(name)]).values()][0];

describe('H61: names of users’ files in a package', () => {
  it.each([
    ['cat.png', 'cat.png'],
    ['My Cat (2).PNG', 'My_Cat__2_.png'],
    ['übermäßig.png', 'uberma_ig.png'],
    ['猫.png', '_.png'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\boot.txt', 'boot.txt'],
    ['a\r\nb"\'`$.css', 'a__b____.css'],
    ['...hidden.png', 'hidden.png'],
    ['-rf.png', 'rf.png'],
    ['a..b.png', 'a.b.png'],
    ['.png', 'file.png'],
    ['CON.txt', '_CON.txt'],
    ['com1.min.js', '_com1.min.js'],
    ['console.js', 'console.js'],
    ['\u202Egnp.exe.png', '_gnp.exe.png'],
    [`${'x'.repeat(190)}.woff2`, `${'x'.repeat(80)}.woff2`],
  ])('are safe: %j is %s', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it('are unique, also where a file system does not tell case', () => {
    const names = ['cat.png', 'Cat.PNG', 'cat.png', 'cat_2.png', 'c?t.png', 'c*t.png'];
    expect([...entryNames(names.map(at)).values()]).toEqual([
      'cat.png',
      'Cat_2.png',
      'cat_3.png',
      'cat_2_2.png',
      'c_t.png',
      'c_t_2.png',
    ]);
  });

  it('take a name as it is where it is not well encoded', () => {
    expect([...entryNames(['https://files.example/assets/0000000000000000/100%.png']).values()]).toEqual([
      '100_.png',
    ]);
  });
});
