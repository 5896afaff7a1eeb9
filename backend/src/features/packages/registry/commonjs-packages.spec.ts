import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

/** What code that imports the package gets. */
async function importOf(name: string, files: Record<string, string>): Promise<Record<string, unknown>> {
  setup.registry.publish(name, { manifest: { type: 'commonjs' }, files });
  expect((await setup.resolve([name])).problems).toEqual([]);
  return setup.modules.import(packagePath(name, '1.0.0'));
}

/** Of a namespace, without the two that each CommonJS package has. */
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
