import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import MagicString from 'magic-string';
import { positionAt } from '../text-position.js';
import { insertLoopChecks } from './insert-loop-checks.js';
import { loopChecks, loopHook } from './loop-hook.js';
import { parseScript } from './parse-script.js';
import { ScriptInsertions } from './script-insertions.js';

async function guard(code: string): Promise<string> {
  const parsed = await parseScript(code, 'detect');
  if (parsed.mistake || !parsed.program) throw new Error('the test has a mistake');
  const edited = new MagicString(code);
  insertLoopChecks(new ScriptInsertions(edited), parsed.program, (offset) => positionAt(code, offset));
  return edited.toString();
}

const run = (code: string): unknown => new Function(code)();
const runtime = globalThis as unknown as Record<string, ((line: number) => void) | undefined>;

/** Programs with all forms of loops, and of code around them. Each returns its result. */
const programs: Record<string, string> = {
  'a block': 'let s=0; for (let i=0;i<9;i++) { s+=i } return s',
  'a single statement': 'let s=0; for (let i=0;i<9;i++) s+=i\nreturn s',
  'no body': 'let i=0; for (;i<9;i++);\nwhile(i-->3);\nreturn i',
  'one in one without braces': 'let s=""; for (const a of "ab") for (const b of "cd") s+=a+b; return s',
  'one right behind another':
    'let s=0;for(let i=0;i<3;i++){s++}for(let i=0;i<3;i++){s++}while(s<9)s++;do s++;while(s<20)return s',
  'one first in one': 'let s=0;while(s<9){for(let i=0;i<2;i++){s++}}return s',
  'do while on one line': 'let i=0; do i++; while (i<5) return i',
  'an if without braces': 'let s=0; if (s) for(;;) break; else while(s<4) s++; return s',
  'labels and continue':
    'let s=""; a: b: for (const x of [1,2,3]) { c: while (true) { if (x===2) continue a; s+=x; break c } } return s',
  'a label on its own line':
    'let n=0; outer:\nfor(;;) { for(;;) { n++; if (n>3) break outer; continue outer } } return n',
  closures: 'const f=[]; for (let i=0;i<3;i++) f.push(()=>i++); return f.map(g=>g()+g())',
  'hoisted var and function': 'for (var i=0;i<2;i++) { function late() { return i } } return [i, late()]',
  'a switch':
    'let s=0; switch (1) { case 1: for (const x of [1,2]) s+=x; case 2: while (s<9) s++; break; default: s=0 } return s',
  'an iterator that is closed':
    'let log=[]; function* g(){ try { yield 1; yield 2 } finally { log.push("end") } } for (const x of g()) { log.push(x); break } return log',
  'a generator':
    'function* g(){ for (let i=0;;i++) yield i } const s=[]; for (const x of g()) { if (x>3) break; s.push(x) } return s',
  'for in': 'const s=[]; for (const k in {a:1,b:2}) s.push(k); return s',
  'regular expressions, templates and comments':
    'let s=""; for (const r of [/for(;;){}/.source, `while(true) ${"{"} for(;;)`]) s+=r /* for(;;) */ // while(1)\nreturn s',
  'a comma': 'let a=0,b=0; while (a++, b+=2, a<5) ; return [a,b]',
  'line ends instead of semicolons':
    'let i = 0\nconst f = () => i\nwhile (f() < 3) i++\ndo { i++ }\nwhile (i < 7)\nfor (;;)\n  if (i++ > 9) break\nreturn i',
  classes:
    'class A { static s=0; static { for (let i=0;i<4;i++) this.s+=i } #p=1; get p(){ let n=0; while(n<this.#p) n++; return n } } return [A.s, new A().p]',
  'defaults with loops': 'const f=(a=(()=>{let n=0; while(n<3)n++; return n})())=>a; return f()',
  'names like ours': 'let $turns=5; while ($turns>0) $turns--; return $turns',
  'more than a thousand turns': 'let n=0; while (n<5000) n++; return n',
  'return, throw and finally':
    'function f(){ for(;;) { try { return 1 } finally { for (const x of [1]) x } } } try { while(true) throw f() } catch (e) { return e }',
  'a directive': '"use strict"; const f=function(){ "use strict"; for(;;) return this }; return f()',
};

/** Pseudo-random numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A program of nested statements, with a few iterations per loop; each statement adds to `log`. */
function randomProgram(seed: number): string {
  const below = numbers(seed);
  let names = 0;
  const pick = (...choices: (() => string)[]) => (choices[below(choices.length)] ?? (() => ';'))();
  const statement = (depth: number, labels: string[]): string => {
    const mark = () => `log.push(${(names += 1)})${below(2) ? ';' : '\n'}`;
    if (depth === 0) return mark();
    const inner = (own = labels) => statement(depth - 1, own);
    const block = (own = labels) => `{${inner(own)}${inner(own)}}`;
    const loop = (): string => {
      const name = `n${(names += 1)}`;
      const label = below(2) ? `l${names}` : '';
      const own = label ? [...labels, label] : labels;
      const body = () => (below(2) ? block(own) : inner(own));
      const text = pick(
        () => `for (let ${name} = 0; ${name} < 3; ${name}++) ${body()}`,
        () => `for (const ${name} of [1, 2]) ${body()}`,
        () => `for (const ${name} in { a: 1, b: 2 }) ${body()}`,
        () => `while (turn('${name}') < 3) ${body()}`,
        () => `do ${body()} while (turn('${name}') < 2)`,
      );
      return `${label && `${label}:${below(2) ? '\n' : ''}`}${text}\n`;
    };
    return pick(
      loop,
      loop,
      () => block(),
      () => `if (log.length % 2) ${inner()} else ${inner()}`,
      () => `switch (log.length % 3) { case 0: ${inner()} case 1: ${inner()} break; default: ${inner()} }`,
      () => `try ${block()} finally { ${mark()} }`,
      () => `void (() => {${statement(depth - 1, [])}})();`,
      () =>
        labels.length
          ? `if (log.length % 5 === 4) ${below(2) ? 'break' : 'continue'} ${labels.at(-1)};`
          : mark(),
    );
  };
  return `const log = []; const turns = {}; const turn = (name) => { if (log.length > 999) throw log; return (turns[name] = (turns[name] ?? 0) + 1) };
try { ${statement(5, [])}${statement(5, [])} } catch (end) { if (end !== log) throw end } return log`;
}

describe('guarded code', () => {
  it('does what it did before, whatever the loops stand in', async () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const code = `(function () {${randomProgram(seed)}})`;
      const plain = run(`return ${code}()`);
      expect({ seed, log: run(`return ${await guard(code)}()`) }).toEqual({ seed, log: plain });
    }
  });

  it.each(Object.entries(programs))('does what it did before: %s', async (_name, code) => {
    const guarded = await guard(`(function(){${code}\n})`);
    const plain = run(`return (function(){${code}\n})()`);
    expect(run(`return ${guarded}()`)).toEqual(plain);
    expect(guarded.replace(loopChecks, '')).toBe(`(function(){${code}\n})`);
    expect(guarded.split('\n')).toHaveLength(code.split('\n').length + 1);
  });

  it('does what it did before: asynchronous loops', async () => {
    const code = `(async function () {
  const seen = [];
  async function* g() { for (let i = 0; ; i++) { await null; yield i } }
  outer: for await (const x of g()) { for (;;) { if (x > 3) break outer; seen.push(x); continue outer } }
  return seen;
})`;
    expect(await run(`return ${await guard(code)}()`)).toEqual([0, 1, 2, 3]);
  });

  it('runs where nobody has installed the runtime, as in a worker made from the text of a function', async () => {
    expect(run(`${await guard('let n = 0; while (n < 1e5) n++;')} return n`)).toBe(100_000);
  });
});

it.each([
  'shader.modify(() => { for (let i = 0; i < 3; i++) { a += i } })',
  'material = buildMaterialShader(function () { while (a < 3) a++ })',
  'gpu.createKernel(function () { for (;;) { f(() => { while (a) ; }) } }).setOutput([1])',
])('a function that a library translates from its text stays as it was written: %s', async (code) => {
  expect(await guard(code)).toBe(code);
});

it.each([
  'modify.all(() => { for (;;) ; })',
  'gpu.createKernel(f); for (;;) ;',
  '(() => { for (;;) ; }).modify()',
])('no other function does: %s', async (code) => {
  expect(await guard(code)).toContain(loopHook);
});

describe('the runtime is asked', () => {
  const asked: number[] = [];
  beforeEach(() => {
    asked.length = 0;
    runtime[loopHook] = (line) => {
      asked.push(line);
      throw new Error(`stopped in line ${line}`);
    };
  });
  afterEach(() => {
    delete runtime[loopHook];
  });

  it.each([
    ['\nwhile (true) {}', 2],
    ['\n\nfor (;;);', 3],
    ['let i = 0\ndo i++; while (i > -1)', 2],
    ['const endless = {\n[Symbol.iterator]: () => ({ next: () => ({}) }) }\nfor (const x of endless) ;', 3],
    ['for (let i = 0; i < 5e3; i++)\nfor (const a of [1]) ;', 1],
    ['x:\ny: for (;;) { continue x }', 2],
    ['const f = () => {\n  for (;;) { }\n}\nf()', 2],
  ])('by line: %j', async (code, line) => {
    await expect(async () => run(await guard(code))).rejects.toThrow(`stopped in line ${line}`);
  });

  it('by every loop around, so that code which catches the error ends as well', async () => {
    const code = 'for (;;) {\n try { for (;;) { } } catch { }\n}';
    await expect(async () => run(await guard(code))).rejects.toThrow('stopped in line 1');
    expect(asked[0]).toBe(2);
  });
});
