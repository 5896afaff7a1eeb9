/** Dependencies of the shelf, which projects may import as well, each with a typical use. */
export const shelfDependencies: Record<string, string> = {
  '@davepagurek/bezier-path': `{
    const [from, to] = [{ x: 0, y: 0 }, { x: 3, y: 4 }];
    return new it.BezierSegment(from, from, to, to).getTotalLength() > 4.9;
  }`,
  '@dimforge/rapier3d-compat': `{
    await it.init();
    const world = new it.World({ x: 0, y: -9, z: 0 });
    const body = world.createRigidBody(it.RigidBodyDesc.dynamic().setAdditionalMass(1));
    world.step();
    return body.linvel().y < 0;
  }`,
  '@floating-ui/core': `{
    const [reference, floating] = [{ x: 0, y: 0, width: 10, height: 10 }, { x: 0, y: 0, width: 4, height: 4 }];
    const platform = { getElementRects: () => ({ reference, floating }), getDimensions: () => floating };
    const { x, y } = await it.computePosition({}, {}, { platform });
    return x === 3 && y === 10;
  }`,
  '@floating-ui/utils': 'it.clamp(0, 5, 3) === 3',
  '@japont/unicode-range': 'it.UnicodeRange.parse(["U+61-63"]).join() === "97,98,99"',
  '@kurkle/color': 'new it.Color("red").hexString() === "#F00"',
  '@lit/reactive-element': `{
    class Greeting extends it.ReactiveElement {
      static properties = { name: {} };
      update(changed) {
        super.update(changed);
        this.renderRoot.textContent = this.name;
      }
    }
    customElements.define('reactive-greeting', Greeting);
    const greeting = place.appendChild(new Greeting());
    greeting.name = 'a';
    await greeting.updateComplete;
    return greeting.shadowRoot.textContent === 'a';
  }`,
  '@mapbox/point-geometry': 'new it.default(3, 4).mag() === 5',
  '@mapbox/tiny-sdf': 'new it.default({ fontSize: 24 }).draw("a").data.some((distance) => distance > 128)',
  '@mapbox/unitbezier': 'it.default(0, 0, 1, 1)(0.5) > 0.4',
  // A layer named `a`, of version 2, with one empty feature.
  '@mapbox/vector-tile': `{
    const { PbfReader } = await import('pbf');
    const bytes = Uint8Array.of(0x1a, 7, 0x0a, 1, 0x61, 0x12, 0, 0x78, 2);
    return new it.VectorTile(new PbfReader(bytes)).layers.a.length === 1;
  }`,
  '@maplibre/geojson-vt': `{
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } };
    return new it.GeoJSONVT(point, {}).getTile(0, 0, 0).features.length === 1;
  }`,
  '@maplibre/maplibre-gl-style-spec': 'it.validateStyleMin({})[0].message.includes("version")',
  '@maplibre/vt-pbf': `{
    const features = [{ type: 1, geometry: [[1, 2]], tags: { name: 'b' } }];
    return String.fromCharCode(...it.fromGeojsonVt({ a: { features } })).includes('name');
  }`,
  '@pixi/colord': 'it.colord("#f00").toHex() === "#ff0000"',
  '@preact/signals-core': `{
    const count = it.signal(1);
    const twice = it.computed(() => count.value * 2);
    count.value = 4;
    return twice.value === 8;
  }`,
  '@tanstack/query-core': 'new it.QueryClient().setQueryData(["a"], 1) === 1',
  '@tweenjs/tween.js': 'new it.Tween({ a: 0 }).to({ a: 1 }, 1).start(0).update(2) === false',
  '@vue/reactivity': `{
    const count = it.ref(1);
    const twice = it.computed(() => count.value * 2);
    count.value = 4;
    return twice.value === 8;
  }`,
  '@vue/shared': 'it.camelize("a-b") === "aB"',
  '@xmldom/xmldom': 'new it.DOMParser().parseFromString("<a/>", "text/xml").documentElement.tagName === "a"',
  acorn: 'it.parse("1", { ecmaVersion: 2026 }).body.length === 1',
  'acorn-walk': `{
    const names = [];
    it.simple({ type: 'Identifier', name: 'a' }, { Identifier: ({ name }) => names.push(name) });
    return names.join() === 'a';
  }`,
  argparse: `{
    const { ArgumentParser } = it.ArgumentParser ? it : it.default;
    const parser = new ArgumentParser({ prog: 'a' });
    parser.add_argument('-a');
    return parser.parse_args(['-a', '1']).a === '1';
  }`,
  asynckit: `{
    const twice = (n, done) => setTimeout(() => done(null, n * 2));
    const results = await new Promise((done) => it.default.parallel([1, 2], twice, (_, all) => done(all)));
    return results.join() === '2,4';
  }`,
  'automation-events': 'new it.AutomationEventList(1).getValue(0) === 1',
  'base64-js': '(it.byteLength ?? it.default.byteLength)("YQ==") === 1',
  'bidi-js': 'it.default().getEmbeddingLevels("אa").levels.join() === "1,2"',
  'call-bind-apply-helpers': 'it.default([Math.max, null])(1, 2) === 2',
  'colorjs.io': 'new it.default("red").to("hsl").h === 0',
  commander:
    'new (it.Command ?? it.default.Command)().option("-a <n>").parse(["-a", "1"], { from: "user" }).opts().a === "1"',
  'complex.js': 'new (it.Complex ?? it.default)(3, 4).abs() === 5',
  cookie: '(it.parseCookie ?? it.parse ?? it.default.parse)("a=1").a === "1"',
  'core-util-is': 'it.isArray([])',
  debug: `{
    const lines = [];
    const log = it.default('a');
    log.log = (line) => lines.push(line);
    it.default.enable('a');
    log('hello');
    return lines[0].includes('hello');
  }`,
  'decimal.js': 'new (it.Decimal ?? it.default)("0.1").plus("0.2").toString() === "0.3"',
  delaunator: 'new it.default([0, 0, 1, 0, 0, 1]).triangles.length === 3',
  earcut: 'it.default([0, 0, 1, 0, 0, 1]).length === 3',
  entities: 'it.decodeHTML("&amp;") === "&"',
  'es-errors': 'new it.default("a").message === "a"',
  'escape-latex': 'it.default("#") === "\\\\#"',
  esprima: '(it.parseScript ?? it.default.parseScript)("1").body.length === 1',
  estraverse: `{
    const types = [];
    const tree = { type: 'Program', body: [{ type: 'EmptyStatement' }] };
    (it.traverse ?? it.default.traverse)(tree, { enter: ({ type }) => void types.push(type) });
    return types.join() === 'Program,EmptyStatement';
  }`,
  esutils: '(it.keyword ?? it.default.keyword).isKeywordES6("class", true)',
  eventemitter3: 'new Promise((done) => new (it.EventEmitter ?? it.default)().on("a", done).emit("a", true))',
  fflate: 'it.strFromU8(it.unzlibSync(it.zlibSync(it.strToU8("a")))) === "a"',
  'fraction.js': 'new (it.Fraction ?? it.default)(1, 2).valueOf() === 0.5',
  'function-bind': 'it.default.call(() => 1)() === 1',
  gifenc: `{
    const gif = it.GIFEncoder();
    gif.writeFrame(new Uint8Array(4), 2, 2, { palette: [[0, 0, 0], [255, 255, 255]] });
    gif.finish();
    return String.fromCharCode(...gif.bytes().slice(0, 3)) === 'GIF';
  }`,
  'gifuct-js': `{
    const bytes = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUQAOw=='), (c) => c.charCodeAt(0));
    return (it.parseGIF ?? it.default.parseGIF)(bytes.buffer).lsd.width === 1;
  }`,
  'gl-matrix': 'it.vec2.length([3, 4]) === 5',
  'hachure-fill': 'it.hachureLines([[1, 1], [1, 11], [11, 11], [11, 1]], 2, 0).length === 5',
  'has-symbols': 'it.default()',
  hasown: 'it.default({ a: 1 }, "a")',
  hookable: `{
    const hooks = it.createHooks();
    hooks.hook('a', (list) => { list.push(3); });
    const list = [];
    await hooks.callHook('a', list);
    return list.join() === '3';
  }`,
  i18next: `{
    const one = it.default.createInstance();
    await one.init({ lng: 'en', resources: { en: { translation: { a: 'b' } } } });
    return one.t('a') === 'b';
  }`,
  'i18next-browser-languagedetector': `{
    const languageUtils = { formatLanguageCode: (code) => code, isWhitelisted: () => true };
    document.documentElement.lang = 'fr';
    return new it.default({ languageUtils }).detect(['htmlTag']) === 'fr';
  }`,
  'iconv-lite':
    '(it.decode ?? it.default.decode)((await import("buffer")).Buffer.of(0xe4), "latin1") === "ä"',
  ieee754: '(it.read ?? it.default.read)(Uint8Array.of(0, 0, 128, 63), 0, true, 23, 4) === 1',
  immediate: 'new Promise((done) => it.default(() => done(true)))',
  inherits: '(() => { function A() {} function B() {} it.default(A, B); return new A() instanceof B; })()',
  internmap: 'new it.InternMap([[new Date(0), 1]]).get(new Date(0)) === 1',
  isarray: 'it.default([])',
  ismobilejs: '(it.default.default ?? it.default)("Mozilla/5.0 (iPhone; U)").apple.phone',
  'javascript-natural-sort': '["a10", "a9"].sort(it.default)[0] === "a9"',
  'json-stringify-pretty-compact': 'it.default({ a: 1 }) === \'{"a": 1}\'',
  kdbush: `{
    const index = new it.default(1);
    index.add(3, 4);
    index.finish();
    return index.range(0, 0, 5, 5).join() === '0';
  }`,
  libtess: `{
    const { GluTesselator, gluEnum } = it.GluTesselator ? it : it.default;
    const [tesselator, corners] = [new GluTesselator(), []];
    tesselator.gluTessCallback(gluEnum.GLU_TESS_VERTEX_DATA, (corner) => corners.push(corner));
    tesselator.gluTessNormal(0, 0, 1);
    tesselator.gluTessBeginPolygon([]);
    tesselator.gluTessBeginContour();
    for (const corner of [[0, 0, 0], [1, 0, 0], [0, 1, 0]]) tesselator.gluTessVertex(corner, corner);
    tesselator.gluTessEndContour();
    tesselator.gluTessEndPolygon();
    return corners.length === 3;
  }`,
  lie: '(await new it.default((done) => done(2))) === 2',
  'linkify-it': 'new (it.LinkifyIt ?? it.default)().test("https://example.org")',
  'lit-element': `{
    class Greeting extends it.LitElement {
      render() { return it.html\`<b>x</b>\`; }
    }
    customElements.define('element-greeting', Greeting);
    const greeting = place.appendChild(new Greeting());
    await greeting.updateComplete;
    return greeting.shadowRoot.querySelector('b').textContent === 'x';
  }`,
  'lit-html': '(it.render(it.html`<p>${1 + 1}</p>`, place), place.querySelector("p").textContent === "2")',
  'math-intrinsics': 'it.default(-2) === 2',
  mdurl: 'it.encode("ä") === "%C3%A4"',
  meshoptimizer: `{
    await Promise.all([it.MeshoptEncoder.ready, it.MeshoptDecoder.ready]);
    const decoded = new Uint8Array(16);
    it.MeshoptDecoder.decodeVertexBuffer(decoded, 4, 4, it.MeshoptEncoder.encodeVertexBuffer(decoded.slice().fill(7), 4, 4));
    return decoded.every((byte) => byte === 7);
  }`,
  minimist: 'it.default(["-a"]).a === true',
  'motion-dom': '(() => { const value = it.motionValue(1); value.set(2); return value.get() === 2; })()',
  'motion-utils': 'it.clamp(0, 5, 9) === 5',
  ms: 'it.default("1s") === 1_000',
  'murmurhash-js': '(it.murmur3 ?? it.default.murmur3)("a", 0) === 0x3c2569b2',
  omggif: `{
    const bytes = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUQAOw=='), (c) => c.charCodeAt(0));
    return new (it.GifReader ?? it.default.GifReader)(bytes).numFrames() === 1;
  }`,
  pako: `{
    const { deflate, inflate } = it.deflate ? it : it.default;
    return inflate(deflate(Uint8Array.of(1, 2))).join() === '1,2';
  }`,
  'parse-svg-path': 'it.default("M0 0").length === 1',
  'path-data-parser': 'it.parsePath("M0 0").length === 1',
  pbf: 'new (it.PbfReader ?? it.Pbf ?? it.default)(Uint8Array.of(3)).readVarint() === 3',
  'perfect-debounce': '(await it.debounce(async () => 3, 1)()) === 3',
  'points-on-curve': 'it.pointsOnBezierCurves([[0, 0], [1, 1], [2, 1], [3, 0]]).length > 2',
  'points-on-path': 'it.pointsOnPath("M0 0L1 1")[0].join() === "0,0,1,1"',
  potpack: 'it.default([{ w: 1, h: 1 }]).w === 1',
  'punycode.js': 'it.toASCII("ä.de") === "xn--4ca.de"',
  quickselect: '(() => { const list = [3, 1, 2]; it.default(list, 0); return list[0] === 1; })()',
  'readable-stream': `{
    const stream = new (it.Readable ?? it.default.Readable)({ read() {} });
    stream.push('a');
    return (await new Promise((done) => stream.on('data', done))).toString() === 'a';
  }`,
  redux: `{
    const store = it.legacy_createStore((n = 1, { type }) => (type === 'add' ? n + 1 : n));
    store.dispatch({ type: 'add' });
    return store.getState() === 2;
  }`,
  'robust-predicates': 'it.orient2d(0, 0, 1, 0, 0, 1) !== 0',
  scheduler: `{
    const { unstable_NormalPriority, unstable_scheduleCallback } = it.default ?? it;
    return new Promise((done) => unstable_scheduleCallback(unstable_NormalPriority, () => done(true)));
  }`,
  seedrandom: 'it.default("a")() === it.default("a")()',
  seroval: 'it.deserialize(it.serialize({ a: 1 })).a === 1',
  'set-cookie-parser': '(it.parseSetCookie ?? it.parse ?? it.default.parse)("a=1")[0].value === "1"',
  'source-map': `{
    const map = new (it.SourceMapGenerator ?? it.default.SourceMapGenerator)({ file: 'a' });
    const start = { line: 1, column: 0 };
    map.addMapping({ generated: start, original: start, source: 'b' });
    return JSON.parse(map.toString()).sources[0] === 'b';
  }`,
  // Playing a sound needs a device; computing one does not.
  'standardized-audio-context': `{
    const context = new it.OfflineAudioContext({ length: 100, sampleRate: 44_100 });
    const source = new it.ConstantSourceNode(context);
    source.connect(context.destination);
    source.start();
    return (await context.startRendering()).getChannelData(0)[50] === 1;
  }`,
  string_decoder: `{
    const { Buffer } = await import('buffer');
    return new (it.StringDecoder ?? it.default.StringDecoder)('utf8').write(Buffer.from('ä')) === 'ä';
  }`,
  'tiny-emitter': 'new Promise((done) => new it.default().on("a", done).emit("a", true))',
  'tiny-lru': 'it.lru(2).set("a", 1).get("a") === 1',
  tinyqueue: 'new it.default([2, 1]).pop() === 1',
  tslib: 'it.__rest({ a: 1, b: 2 }, ["a"]).b === 2',
  'typed-function': 'it.default({ number: (n) => n + 1 })(2) === 3',
};
