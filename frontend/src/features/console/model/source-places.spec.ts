import { readFrame, readFrames } from './source-places.ts';

test.each([
  ['    at draw (script.js:12:5)', 'draw', 'script.js:12:5', true],
  ['    at https://cdn.example/a/lib.js?v=1:1:9', '', 'lib.js:1:9', false],
  ['    at draw (constructor:1:9)', 'draw', 'constructor:1:9', false],
  ['draw@script.js:12:5', 'draw', 'script.js:12:5', true],
])('the frame %j has a function and a place', (text, name, label, isInPane) => {
  const place = isInPane ? { language: 'js', line: 12, column: 5 } : null;
  expect(readFrame(text)).toEqual({ name, label, place });
});

test.each([
  ['    at eval (eval at run (script.js:3:1), <anonymous>:1:7)', 'eval'],
  ['    at new A (eval at <anonymous> (script.js:3:1), <anonymous>:9:34)', 'new A'],
  ['    at f (eval at g (eval at B.h [as i] (script.js:3:1), <anonymous>:1:1), <anonymous>:2:2)', 'f'],
  ['    at eval at run (script.js:3:1), <anonymous>:1:7', ''],
])('the frame %j in evaluated code is where that was evaluated', (text, name) => {
  const place = { language: 'js', line: 3, column: 1 };
  expect(readFrame(text)).toEqual({ name, label: 'eval at script.js:3:1', place });
});

test.each([
  ['    at eval (eval at run (:1:18), <anonymous>:1:6)', 'eval'],
  ['    at f (eval at g (eval at <anonymous> (:2:18), <anonymous>:3:9), <anonymous>:1:6)', 'f'],
])('the frame %j, evaluated by a script without a name, has its own lines', (text, name) => {
  expect(readFrame(text)).toEqual({ name, label: '<anonymous>:1:6', place: null });
});

test('code that a library evaluates has the position in the library', () => {
  const text = `    at Proxy.eval (eval at compileToFunction (https://a.example/lib/vue.global.js:19144:20), <anonymous>:9:34)
    at renderComponentRoot (https://a.example/lib/vue.global.js:2562:18)`;
  expect(readFrames(text)).toEqual([
    { name: 'Proxy.eval', label: 'eval at vue.global.js:19144:20', place: null },
    { name: 'renderComponentRoot', label: 'vue.global.js:2562:18', place: null },
  ]);
});

test.each(['no frame', 'eval at ', '    at f (eval at g (h'])('the line %j is no frame', (text) => {
  expect(readFrame(text)).toBeNull();
});

test.each(['    at x eval at (:1:1)', 'a, b eval at (:1:1)', 'eval at eval at (:1:1), eval at (:2:2)'])(
  'the line %j, which no browser writes, is read to an end',
  (text) => {
    expect(() => readFrame(text)).not.toThrow();
  },
);
