/** Popular packages that compute, store or talk, each with a typical use. */
export const popularData: Record<string, string> = {
  '@automerge/automerge': 'it.change(it.from({ a: 1 }), (draft) => { draft.a = 2; }).a === 2',
  '@babel/standalone':
    'it.default.transform("let a: number", { presets: ["typescript"], filename: "a.ts" }).code === "let a;"',
  '@babylonjs/core/Maths/math.vector.js': 'new it.Vector3(3, 4, 0).length() === 5',
  '@codemirror/state': 'it.EditorState.create({ doc: "abc" }).doc.length === 3',
  '@dimforge/rapier2d': `{
    const world = new it.World({ x: 0, y: -9 });
    const body = world.createRigidBody(it.RigidBodyDesc.dynamic().setAdditionalMass(1));
    world.step();
    return body.linvel().y < 0;
  }`,
  '@isomorphic-git/lightning-fs': `{
    const { promises } = new it.default('files');
    await promises.writeFile('/a', 'b');
    return (await promises.readFile('/a', 'utf8')) === 'b';
  }`,
  '@stdlib/math-base-special-gamma': 'it.default(5) === 24',
  // Its responses need a server.
  '@supabase/supabase-js': `{
    const { url } = it.createClient('http://127.0.0.1:9', 'key').from('a').select('b');
    return url.href === 'http://127.0.0.1:9/rest/v1/a?select=b';
  }`,
  // Tensors need a backend, which is another package.
  '@tensorflow/tfjs-core': 'it.util.sizeFromShape([2, 3]) === 6',
  '@turf/turf': 'Math.round(it.distance([0, 0], [1, 0])) === 111',
  ajv: 'new (it.default.default ?? it.default)().validate({ type: "number" }, 1)',
  async: '(await it.map([1, 2], async (n) => n * 2)).join() === "2,4" && it.default.map === it.map',
  backbone: 'new (it.Model ?? it.default.Model)({ a: 1 }).get("a") === 1',
  'big.js': 'it.default("0.1").plus("0.2").toString() === "0.3"',
  'bignumber.js': 'new it.default("0.1").plus("0.2").toString() === "0.3"',
  bluebird: '(await it.default.map([1, 2], (n) => n * 2))[1] === 4',
  'chrono-node': 'it.parseDate("1 January 2026").getFullYear() === 2026',
  classnames: 'it.default("a", { b: true, c: false }) === "a b"',
  color: 'it.default("red").hex() === "#FF0000"',
  comlink: `{
    const { port1, port2 } = new MessageChannel();
    it.expose({ add: (a, b) => a + b }, port1);
    return (await it.wrap(port2).add(1, 2)) === 3;
  }`,
  compromise: 'it.default("she sings").verbs().out("array").length === 1',
  'crypto-js': 'it.default.MD5("a").toString() === "0cc175b9c0f1b6a831c399e269772661"',
  dexie: `{
    const db = new it.Dexie('dexie');
    db.version(1).stores({ a: 'id' });
    await db.a.put({ id: 1, b: 2 });
    return (await db.a.get(1)).b === 2;
  }`,
  deepmerge: 'it.default({ a: 1 }, { b: 2 }).b === 2',
  diff: 'it.diffChars("a", "ab").length === 2',
  ejs: '(it.render ?? it.default.render)("<%= a %>", { a: 1 }) === "1"',
  'fast-deep-equal': 'it.default({ a: [1] }, { a: [1] })',
  // What it stores lies on a server.
  'firebase/app': 'it.initializeApp({ projectId: "proof" }).options.projectId === "proof"',
  flexsearch: `{
    const index = new (it.Index ?? it.default.Index)();
    index.add(1, 'hello');
    return index.search('hello')[0] === 1;
  }`,
  'fp-ts/function': 'it.pipe(1, (n) => n + 1) === 2',
  graphology: `{
    const graph = new (it.Graph ?? it.default)();
    graph.mergeEdge('a', 'b');
    return graph.order === 2;
  }`,
  graphql: 'it.parse("{ a }").definitions.length === 1',
  'graphql-request': `{
    const fetch = async () => Response.json({ data: { a: 1 } });
    return (await new it.GraphQLClient('http://localhost', { fetch }).request(it.gql\`{ a }\`)).a === 1;
  }`,
  handlebars: 'it.default.compile("{{a}}")({ a: 1 }) === "1"',
  he: 'it.decode("&copy;") === "©"',
  immutable: 'it.List([1, 2]).push(3).size === 3',
  'intl-messageformat': 'new (it.IntlMessageFormat ?? it.default)("a {b}", "en").format({ b: 1 }) === "a 1"',
  joi: '(it.default ?? it).string().validate("a").error === undefined',
  // A file has no cookies: `set` gives what it has assigned.
  'js-cookie': 'it.default.set("a b", "c").startsWith("a%20b=c")',
  'js-yaml': '(it.load ?? it.default.load)("a: 1").a === 1',
  jspdf: `{
    const pdf = new it.jsPDF();
    pdf.text('hello', 10, 10);
    return pdf.output().includes('(hello) Tj');
  }`,
  ky: `{
    const fetch = async () => Response.json([3]);
    return (await it.default('http://localhost', { fetch }).json())[0] === 3;
  }`,
  localforage: `{
    const store = it.default ?? it;
    await store.setItem('a', 1);
    return (await store.getItem('a')) === 1;
  }`,
  lunr: `{
    const index = it.default((builder) => {
      builder.field('a');
      builder.add({ id: 1, a: 'pear' });
    });
    return index.search('pear').length === 1;
  }`,
  'lz-string': 'it.default.decompress(it.default.compress("a")) === "a"',
  minisearch: `{
    const index = new it.default({ fields: ['a'] });
    index.add({ id: 1, a: 'pear' });
    return index.search('pear').length === 1;
  }`,
  mobx: `{
    const box = it.observable.box(1);
    const seen = [];
    it.autorun(() => seen.push(box.get()));
    it.runInAction(() => box.set(2));
    return seen.join() === '1,2';
  }`,
  moment: 'it.default("2026-11-23").format("MM") === "11"',
  'moment-timezone': 'it.default.tz("2026-11-23 12:00", "Asia/Tokyo").utcOffset() === 540',
  nanostores: `{
    const count = it.atom(1);
    count.set(2);
    return count.get() === 2;
  }`,
  neverthrow: 'it.ok(1).isOk()',
  numeral: 'it.default(1000).format("0,0") === "1,000"',
  'p-limit': '(await it.default(1)(() => 3)) === 3',
  'pdf-lib': `{
    const pdf = await it.PDFDocument.create();
    pdf.addPage();
    return (await it.PDFDocument.load(await pdf.save())).getPageCount() === 1;
  }`,
  planck: `{
    const world = new it.World({ x: 0, y: -9 });
    const body = world.createDynamicBody();
    body.createFixture(new it.Circle(1), 1);
    world.step(1 / 60);
    return body.getLinearVelocity().y < 0;
  }`,
  pluralize: 'it.default("mouse", 2) === "mice"',
  polished: 'it.lighten(0.5, "#000") === "#808080"',
  popmotion: 'it.clamp(0, 5, 9) === 5',
  pouchdb: `{
    const db = new it.default('pouch');
    const { id } = await db.post({ b: 1 });
    return (await db.get(id)).b === 1;
  }`,
  'prosemirror-model': `{
    const schema = new it.Schema({ nodes: { doc: { content: 'text*' }, text: {} } });
    return schema.node('doc', null, [schema.text('a')]).textContent === 'a';
  }`,
  qrcode: '(await (it.toDataURL ?? it.default.toDataURL)("a")).startsWith("data:image/png")',
  qs: '(it.parse ?? it.default.parse)("a[b]=1").a.b === "1"',
  'query-string': 'it.default.stringify({ a: [1, 2] }) === "a=1&a=2"',
  'sanitize-html': 'it.default("<b onclick=a>x</b>") === "<b>x</b>"',
  shiki: '(await it.codeToHtml("let a", { lang: "javascript", theme: "nord" })).includes("shiki")',
  showdown: 'new (it.Converter ?? it.default.Converter)().makeHtml("*a*").includes("<em>a</em>")',
  slugify: 'it.default("A b") === "A-b"',
  // Without a server, what is sent waits.
  'socket.io-client': `{
    const socket = it.io('http://127.0.0.1:9', { autoConnect: false });
    socket.emit('a', 1);
    return socket.sendBuffer.length === 1;
  }`,
  superstruct: 'it.is(1, it.number())',
  'svelte/store': `{
    const seen = [];
    const count = it.writable(1);
    it.derived(count, (n) => n * 2).subscribe((value) => seen.push(value));
    count.set(4);
    return seen.join() === '2,8';
  }`,
  'temporal-polyfill': 'it.Temporal.PlainDate.from("2026-11-23").month === 11',
  tinycolor2: 'it.default("red").toHex() === "ff0000"',
  tonal: 'it.Note.midi("A4") === 69',
  'topojson-client': `{
    const topology = { type: 'Topology', arcs: [], objects: {} };
    return it.feature(topology, { type: 'Point', coordinates: [1, 2] }).geometry.coordinates[1] === 2;
  }`,
  turndown: 'new it.default().turndown("<b>a</b>") === "**a**"',
  underscore: 'it.chunk([1, 2, 3], 2).length === 2 && it.default([1]).first() === 1',
  unified: `{
    function parse() { this.parser = (value) => ({ type: 'text', value }); }
    return it.unified().use(parse).parse('a').value === 'a';
  }`,
  valibot: 'it.safeParse(it.string(), 1).success === false',
  validator: '(it.default ?? it).isEmail("a@example.org")',
  'vega-lite': `{
    const { spec } = it.compile({ mark: 'point', data: { values: [] }, encoding: {} });
    return spec.marks[0].type === 'symbol';
  }`,
  'web-vitals': 'new Promise((done) => it.onTTFB(({ name }) => done(name === "TTFB")))',
  xlsx: `{
    const book = it.utils.book_new();
    it.utils.book_append_sheet(book, it.utils.aoa_to_sheet([['a']]), 'one');
    return it.read(it.write(book, { type: 'array' })).Sheets.one.A1.v === 'a';
  }`,
  yup: '(await it.string().isValid("a")) === true',
};
