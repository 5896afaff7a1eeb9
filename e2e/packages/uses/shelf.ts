/** The packages of the shelf that need no framework, each with a typical use. */
export const shelf: Record<string, string> = {
  '@floating-ui/dom': `{
    const tip = place.appendChild(document.createElement('p'));
    const { placement, y } = await it.computePosition(place, tip, { placement: 'bottom' });
    return placement === 'bottom' && y === place.offsetTop + 200;
  }`,
  '@formkit/auto-animate': 'it.default(place).isEnabled()',
  '@preact/signals': `{
    const { h, render } = await import('preact');
    const count = it.signal(1);
    render(h('p', null, count), place);
    count.value = 2;
    return until(() => place.textContent === '2');
  }`,
  '@reduxjs/toolkit': `{
    const reducers = { add: (state) => { state.n += 1; } };
    const { reducer, actions } = it.createSlice({ name: 'a', initialState: { n: 1 }, reducers });
    const store = it.configureStore({ reducer });
    store.dispatch(actions.add());
    return store.getState().n === 2;
  }`,
  alpinejs: `{
    place.innerHTML = '<p x-data="{ a: 1 }" x-text="a + 1"></p>';
    it.default.start();
    return until(() => place.textContent === '2');
  }`,
  animejs: `{
    const target = { a: 0 };
    await it.animate(target, { a: 10, duration: 20 });
    return target.a === 10;
  }`,
  axios: 'it.default.getUri({ url: "/a", params: { b: 1 } }) === "/a?b=1"',
  buffer: 'it.Buffer.from("a").toString("hex") === "61"',
  'cannon-es': 'new it.Vec3(3, 4, 0).length() === 5',
  'canvas-confetti': '(it.default({ particleCount: 1 }), document.querySelector("canvas") !== null)',
  'chart.js': `{
    it.Chart.register(...it.registerables);
    const canvas = place.appendChild(document.createElement('canvas'));
    const data = { labels: ['a'], datasets: [{ data: [1] }] };
    const chart = new it.Chart(canvas, { type: 'bar', data, options: { animation: false } });
    return chart.getDatasetMeta(0).data[0].height > 10;
  }`,
  'chroma-js': 'it.default("red").hex() === "#ff0000"',
  clsx: 'it.clsx("a", ["b"]) === "a b"',
  d3: `{
    it.select(place).selectAll('p').data([1, 2]).join('p').text((n) => n * 2);
    return place.innerHTML === '<p>2</p><p>4</p>';
  }`,
  'date-fns': 'it.addDays(new Date(0), 1).getTime() === 86_400_000',
  dayjs: 'it.default("2026-11-23").format("YYYY") === "2026"',
  dompurify: 'it.default.sanitize("<b onclick=a>x</b>") === "<b>x</b>"',
  events:
    'new Promise((done) => { const one = new it.EventEmitter(); one.on("a", done); one.emit("a", true); })',
  'fuse.js': 'new it.default(["apple", "pear"]).search("appl")[0].item === "apple"',
  'highlight.js': 'it.default.highlight("let a", { language: "js" }).value.includes("hljs-keyword")',
  // Playing a sound needs a device.
  howler: '(it.Howler.volume(0.5), it.Howler.volume() === 0.5)',
  htm: 'it.default.bind((tag, _, text) => tag + text)`<b>x</b>` === "bx"',
  // Requests need a server; only the swap of what one would answer can be tried.
  'htmx.org': `{
    const htmx = it.default ?? window.htmx;
    await htmx.swap({ target: place, text: '<b>x</b>', swap: 'innerHTML', sourceElement: place });
    return until(() => place.querySelector('b')?.textContent === 'x');
  }`,
  idb: `{
    const db = await it.openDB('idb', 1, { upgrade: (each) => each.createObjectStore('a') });
    await db.put('a', 1, 'key');
    return (await db.get('a', 'key')) === 1;
  }`,
  immer: 'it.produce({ a: 1 }, (draft) => { draft.a = 2; }).a === 2',
  jquery: 'it.default("<p>").text("x").appendTo(place).parent().html() === "<p>x</p>"',
  jszip: `{
    const bytes = await new it.default().file('a', 'b').generateAsync({ type: 'uint8array' });
    return (await (await it.default.loadAsync(bytes)).file('a').async('text')) === 'b';
  }`,
  katex: `{
    it.default.render('x^2', place);
    return place.querySelector('.katex math') !== null;
  }`,
  konva: `{
    const stage = new it.default.Stage({ container: place, width: 20, height: 20 });
    const layer = new it.default.Layer();
    stage.add(layer.add(new it.default.Rect({ width: 10, height: 10, fill: '#f00' })));
    return stage.toCanvas().getContext('2d').getImageData(2, 2, 1, 1).data[0] === 255;
  }`,
  leaflet: `{
    const map = it.map(place).setView([0, 0], 3);
    it.marker([0, 0], { icon: it.divIcon({ html: 'a' }) }).addTo(map);
    return map.getZoom() === 3 && place.querySelector('.leaflet-marker-icon').textContent === 'a';
  }`,
  'lil-gui': `{
    const gui = new it.GUI({ container: place });
    gui.add({ speed: 1 }, 'speed');
    return gui.controllers.length === 1 && place.textContent.includes('speed');
  }`,
  lit: `{
    class Greeting extends it.LitElement {
      render() { return it.html\`<b>x</b>\`; }
    }
    customElements.define('lit-greeting', Greeting);
    const greeting = place.appendChild(new Greeting());
    await greeting.updateComplete;
    return greeting.shadowRoot.querySelector('b').textContent === 'x';
  }`,
  lodash: `{
    const debounce = await import('lodash/debounce');
    const called = new Promise((done) => debounce.default(done, 1)(true));
    return it.default.chunk([1, 2, 3], 2).length === 2 && it.chunk([1], 1).length === 1 && called;
  }`,
  'lodash-es': 'it.chunk([1, 2, 3], 2).length === 2',
  'lottie-web': `{
    const animationData = { v: '5.5.0', fr: 30, ip: 0, op: 30, w: 10, h: 10, assets: [], layers: [] };
    it.default.loadAnimation({ container: place, renderer: 'svg', animationData });
    return (await until(() => place.querySelector('svg'))).getAttribute('viewBox') === '0 0 10 10';
  }`,
  luxon: 'it.DateTime.fromISO("2026-11-23").month === 11',
  'maplibre-gl': `{
    const style = { version: 8, sources: {}, layers: [{ id: 'a', type: 'background' }] };
    const map = new it.Map({ container: place, style });
    return (await until(() => map.isStyleLoaded())) && map.getStyle().layers[0].id === 'a';
  }`,
  'markdown-it': 'it.default().render("*a*").includes("<em>a</em>")',
  marked: 'it.marked("*a*").includes("<em>a</em>")',
  mathjs: 'it.evaluate("2 * 3") === 6',
  'matter-js': `{
    const { Bodies, Composite, Engine } = it;
    const [engine, body] = [Engine.create(), Bodies.circle(0, 0, 2)];
    Composite.add(engine.world, body);
    Engine.update(engine, 16);
    return body.position.y > 0;
  }`,
  mitt: 'new Promise((done) => { const one = it.default(); one.on("a", done); one.emit("a", true); })',
  motion: `{
    await it.animate(place, { opacity: 0.5 }, { duration: 0.02 });
    return getComputedStyle(place).opacity === '0.5';
  }`,
  mustache: 'it.default.render("{{a}}", { a: 1 }) === "1"',
  nanoid: 'it.nanoid().length === 21',
  p5: `{
    const sketch = (p) => {
      p.setup = () => {
        p.createCanvas(10, 10);
        p.background(255, 0, 0);
        p.noLoop();
      };
    };
    new it.default(sketch, place);
    const canvas = await until(() => place.querySelector('canvas'));
    return until(() => canvas.getContext('2d').getImageData(2, 2, 1, 1).data[0] === 255);
  }`,
  papaparse: 'it.default.parse("a,b").data[0].length === 2',
  'pixi.js': `{
    const app = new it.Application();
    await app.init({ width: 10, height: 10, preference: 'webgl' });
    app.stage.addChild(new it.Graphics().rect(0, 0, 5, 5).fill('#f00'));
    return app.renderer.extract.pixels({ target: app.stage }).pixels[0] === 255;
  }`,
  preact: '(it.render(it.h("p", null, "a"), place), place.innerHTML === "<p>a</p>")',
  prismjs: 'it.default.highlight("let a", it.default.languages.javascript, "javascript").includes("keyword")',
  process: 'new Promise((done) => (it.nextTick ?? it.default.nextTick)(done, true))',
  ramda: 'it.sum([1, 2]) === 3',
  roughjs: `{
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    return it.default.svg(svg).rectangle(1, 1, 5, 5).querySelector('path') !== null;
  }`,
  rxjs: '(await it.firstValueFrom(it.of(2).pipe(it.map((n) => n * 2)))) === 4',
  'simplex-noise': 'Math.abs(it.createNoise2D()(1, 2)) <= 1',
  'solid-js': `{
    const [count, setCount] = it.createSignal(1);
    const twice = it.createRoot(() => it.createMemo(() => count() * 2));
    setCount(4);
    return twice() === 8;
  }`,
  sortablejs: `{
    place.innerHTML = '<p data-id="a"></p><p data-id="b"></p>';
    const sortable = it.default.create(place);
    sortable.sort(['b', 'a']);
    return sortable.toArray().join() === 'b,a';
  }`,
  swiper: `{
    const slides = '<div class="swiper-slide">a</div><div class="swiper-slide">b</div>';
    place.innerHTML = '<div class="swiper"><div class="swiper-wrapper">' + slides + '</div></div>';
    const swiper = new it.default(place.firstChild);
    swiper.slideNext(0);
    return swiper.activeIndex === 1;
  }`,
  three: `{
    const renderer = new it.WebGLRenderer();
    renderer.setClearColor(0xff0000);
    const scene = new it.Scene().add(new it.Mesh(new it.BoxGeometry(), new it.MeshBasicMaterial()));
    renderer.render(scene, new it.PerspectiveCamera());
    return renderer.info.render.triangles === 12;
  }`,
  // Playing a sound needs a device; computing one does not.
  tone: `{
    const sound = await it.Offline(() => { new it.Oscillator().toDestination().start(); }, 0.05);
    return sound.getChannelData(0).some((sample) => sample > 0.1);
  }`,
  uuid: 'it.validate(it.v4())',
  xstate: `{
    const machine = it.createMachine({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
    const actor = it.createActor(machine).start();
    actor.send({ type: 'go' });
    return actor.getSnapshot().value === 'b';
  }`,
  zod: 'it.z.string().safeParse(1).success === false',
  zustand: `{
    const store = it.createStore((set) => ({ a: 1, add: () => set({ a: 2 }) }));
    store.getState().add();
    return store.getState().a === 2;
  }`,
};
