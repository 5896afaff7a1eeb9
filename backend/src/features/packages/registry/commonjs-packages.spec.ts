import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

/** The namespace that code which imports the package gets. */
async function importOf(name: string, files: Record<string, string>): Promise<Record<string, unknown>> {
  setup.registry.publish(name, { manifest: { type: 'commonjs' }, files });
  expect((await setup.resolve([name])).problems).toEqual([]);
  return setup.modules.import(packagePath(name, '1.0.0'));
}

/** The names of a namespace, without the two that each CommonJS package has. */
function namesOf(namespace: Record<string, unknown>): string[] {
  return Object.keys(namespace).filter((name) => name !== 'default' && name !== 'module.exports');
}

describe('the names of a CommonJS package', () => {
  it('are all keys of the object that it exports, whatever their values are', async () => {
    const found = await importOf('object-of-functions', {
      'index.js': `function Cache() {}
const later = { late: 4 };
module.exports = { Cache: Cache, first: function () { return 1; }, 'second': () => 2, third() { return 3; }, ...later };`,
    });
    expect(namesOf(found)).toEqual(['Cache', 'first', 'late', 'second', 'third']);
    expect(found['default']).toMatchObject({ late: 4 });
    expect((found['third'] as () => number)()).toBe(3);
  });

  it('are those of a library that a function makes and others find elsewhere, and no names of its inner objects', async () => {
    const found = await importOf('made-by-function', {
      'index.js': `;(function () {
  var freeExports = typeof exports == 'object' && exports && !exports.nodeType && exports;
  var freeModule = freeExports && typeof module == 'object' && module;
  function Wrapper() { var result = {}; result.inner = 1; return result; }
  Wrapper.prototype.chain = 1;
  var make = (function make() {
    function library(value) { return value; }
    library.map = function () { return 'map'; };
    library.each = library.forEach = Wrapper;
    return library;
  });
  var _ = make();
  if (freeModule) { (freeModule.exports = _)._ = _; freeExports._ = _; }
  else this._ = _;
}.call(this));`,
    });
    expect(namesOf(found)).toEqual(['_', 'each', 'forEach', 'map']);
    expect((found['default'] as { map: unknown }).map).toBe(found['map']);
  });

  it('are those of a universal module, whether its factory returns them or is given the exports', async () => {
    const start = '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?';
    const returned = await importOf('returned-by-factory', {
      'index.js': `${start}module.exports=t():e.lib=t()}(this,function(){"use strict";var n={};return n.one=1,Object.assign(n,{two:2}),n});`,
    });
    expect(namesOf(returned)).toEqual(['one', 'two']);
    const given = await importOf('given-to-factory', {
      'index.js': `${start}t(exports):t(e.lib={})}(this,function(n){"use strict";n.one=1,Object.defineProperty(n,"two",{value:2,enumerable:!0})});`,
    });
    expect(namesOf(given)).toEqual(['one', 'two']);
    expect(given['two']).toBe(2);
  });

  it('are those of a bundle whose runtime marks other modules as compiled from ES modules', async () => {
    const found = await importOf('bundle-with-runtime', {
      'index.js': `(function universal(root, factory) {
	if (typeof exports === 'object' && typeof module === 'object') module.exports = factory();
	else if (typeof exports === 'object') exports["Lib"] = factory();
	else root["Lib"] = factory();
})(this, function () {
/******/ return (function (modules) {
/******/ 	var installed = {};
/******/ 	function __webpack_require__(id) {
/******/ 		var module = installed[id] = installed[id] || { exports: {} };
/******/ 		modules[id].call(module.exports, module, module.exports, __webpack_require__);
/******/ 		return module.exports;
/******/ 	}
/******/ 	__webpack_require__.r = function (exports) {
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ 	return __webpack_require__(1);
/******/ })([
/* 0 */ (function (module, exports) {
  var Engine = {};
  module.exports = Engine;
  (function () { Engine.create = function () { return 'engine'; }; })();
}),
/* 1 */ (function (module, exports, __webpack_require__) {
  var Lib = module.exports = {};
  Lib.Engine = __webpack_require__(0);
})
]); });`,
    });
    expect(namesOf(found)).toEqual(expect.arrayContaining(['Engine']));
    expect((found['Engine'] as { create: () => string }).create()).toBe('engine');
  });

  it('are those of a bundle of CommonJS modules', async () => {
    const found = await importOf('bundle-of-modules', {
      'index.js': `!function(e){"object"==typeof exports?module.exports=e():this.lib=e()}(function(){
var cache = {}, all = {1:[function(_dereq_,module,exports){ module.exports = { version : _dereq_(2).version, Body : _dereq_(2) }; },{}],2:[function(_dereq_,module,exports){ exports.version = '1.2'; },{}]};
function need(n){ if(!cache[n]){ var m = cache[n] = {exports:{}}; all[n][0](need, m, m.exports); } return cache[n].exports; }
return need(1); });`,
    });
    expect(found).toMatchObject({ version: '1.2', Body: { version: '1.2' } });
  });

  it('are also those of the file that it exports as it is after adding to it', async () => {
    const found = await importOf('adds-to-another', {
      'index.js': "var core = require('./core.js'); core.added = 2; module.exports = core;",
      'core.js': 'function core() {} core.own = 1; module.exports = core;',
    });
    expect(namesOf(found)).toEqual(['added', 'own']);
  });

  it('are at most a few thousand, however many a file sets and in however many ways', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `a.b${index} = a = f(a) || (() => a)();`);
    const found = await importOf('sets-too-many', {
      'index.js': `var a = exports; function f(a) { return a; }\n${lines.join('\n')}\nmodule.exports = a;`,
    });
    expect(namesOf(found)).toHaveLength(2_000);
  });
});

describe('what a CommonJS package requires of others', () => {
  const commonJs = (file: string, dependencies: Record<string, string>, more: object = {}) => ({
    manifest: { type: 'commonjs', dependencies, ...more },
    files: { 'index.js': file },
  });

  it('is the default of a package with both kinds of modules, which its CommonJS exports as a whole, with its names', async () => {
    setup.registry.publish('has-both-kinds', {
      manifest: { exports: { import: './index.js', require: './index.cjs' } },
      files: {
        'index.js': `export default class Emitter { static made = 1; constructor(id) { this.id = id; } }
export const kind = 'both', twice = (n) => n * 2;`,
        'index.cjs': 'throw new Error("a second instance");',
      },
    });
    setup.registry.publish('has-function', { files: { 'index.js': 'export default (n) => n + 1;' } });
    setup.registry.publish('has-object', { files: { 'index.js': 'export default { parse: () => 7 };' } });
    setup.registry.publish(
      'requires-them',
      commonJs(
        `const Emitter = require('has-both-kinds'), add = require('has-function'), { parse } = require('has-object');
class Own extends Emitter {}
Emitter.plugin = 5;
const own = new Own(3);
exports.all = [own.id, own instanceof Emitter, own instanceof Emitter.default, Own.made, Emitter.twice(2), Emitter.kind, add(1), add.default(2), parse()];`,
        { 'has-both-kinds': '1', 'has-function': '1', 'has-object': '1' },
      ),
    );
    expect((await setup.resolve(['requires-them'])).problems).toEqual([]);
    const { default: Emitter } = await setup.modules.import(packagePath('has-both-kinds', '1.0.0'));
    const { all } = await setup.modules.import(packagePath('requires-them', '1.0.0'));
    expect((Emitter as { plugin?: number }).plugin).toBe(5);
    expect(all).toEqual([3, true, true, 1, 4, 'both', 2, 3, 7]);
  });

  it('may be the package that requires it, and is there once both have run', async () => {
    setup.registry.publish(
      'circle-start',
      commonJs(
        `exports.start = 'start'; const end = require('circle-end'); exports.whole = () => end.seen() + end.end;`,
        { 'circle-end': '1' },
      ),
    );
    setup.registry.publish(
      'circle-end',
      commonJs(
        `exports.end = 'end'; const start = require('circle-start'); exports.seen = () => start.start + ' to ';`,
        { 'circle-start': '1' },
      ),
    );
    expect((await setup.resolve(['circle-start'])).problems).toEqual([]);
    const { whole } = await setup.modules.import(packagePath('circle-start', '1.0.0'));
    expect((whole as () => string)()).toBe('start to end');
  });
});

it('the default of a bundle, of which only inner modules have a default, is the whole that it exports', async () => {
  const found = await importOf('without-default', {
    'index.js': `(function (root, factory) { if (typeof exports === 'object') factory(exports); else factory(root); })(this, function (exports) {
var inner = {}; (function (exports) { exports.default = 1; })(inner); exports.run = 2; Object.defineProperty(exports, '__esModule', { value: true }); });
// exports.default = `,
  });
  expect(found['default']).toMatchObject({ run: 2 });
});

it('a CommonJS package may require its style sheet', async () => {
  setup.registry.publish('requires-style', {
    files: { 'index.cjs': "require('./a.css'); exports.is = 'there';", 'a.css': 'a { color: red }' },
    manifest: { main: 'index.cjs' },
  });
  expect((await setup.resolve(['requires-style'])).problems).toEqual([]);
  const address = packagePath('requires-style', '1.0.0');
  const code = await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`);
  expect(await code.text()).toContain('/packages/requires-style@1.0.0/a.css');
});
