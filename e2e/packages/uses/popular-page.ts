/** Popular packages that show something in the page, or respond to it, each with a typical use. */
export const popularPage: Record<string, string> = {
  '@codemirror/view': `{
    new it.EditorView({ doc: 'abc', parent: place });
    return place.querySelector('.cm-line').textContent === 'abc';
  }`,
  '@hotwired/stimulus': `{
    class Greeter extends it.Controller {
      connect() { this.element.textContent = 'b'; }
    }
    it.Application.start().register('greeter', Greeter);
    place.innerHTML = '<p data-controller="greeter"></p>';
    return until(() => place.textContent === 'b');
  }`,
  '@hotwired/turbo': `{
    place.id = 'place';
    const action = '<turbo-stream action="append" target="place"><template>b</template></turbo-stream>';
    it.renderStreamMessage(action);
    return until(() => place.textContent === 'b');
  }`,
  '@material/web/button/filled-button.js': `{
    const button = place.appendChild(document.createElement('md-filled-button'));
    await button.updateComplete;
    return button.shadowRoot.querySelector('button') !== null;
  }`,
  '@shoelace-style/shoelace/dist/components/button/button.js': `{
    const button = place.appendChild(document.createElement('sl-button'));
    await button.updateComplete;
    return button.shadowRoot.querySelector('button') !== null;
  }`,
  '@splidejs/splide': `{
    const slides = '<li class="splide__slide">a</li><li class="splide__slide">b</li>';
    const list = '<div class="splide__track"><ul class="splide__list">' + slides + '</ul></div>';
    place.innerHTML = '<section class="splide">' + list + '</section>';
    const splide = new it.Splide(place.firstChild).mount();
    return splide.length === 2 && place.querySelector('.splide__arrow--next') !== null;
  }`,
  '@tiptap/core': `{
    const doc = it.Node.create({ name: 'doc', topNode: true, content: 'paragraph+' });
    const renderHTML = () => ['p', 0];
    const paragraph = it.Node.create({ name: 'paragraph', content: 'text*', parseHTML: () => [{ tag: 'p' }], renderHTML });
    const extensions = [doc, paragraph, it.Node.create({ name: 'text' })];
    const editor = new it.Editor({ element: place, extensions, content: '<p>a</p>' });
    return editor.getText() === 'a' && place.querySelector('.ProseMirror p').textContent === 'a';
  }`,
  '@xterm/xterm': `{
    const terminal = new it.Terminal();
    terminal.open(place);
    await new Promise((done) => terminal.write('hello', done));
    return terminal.buffer.active.getLine(0).translateToString(true) === 'hello';
  }`,
  'ace-builds': `{
    const editor = (it.default ?? window.ace).edit(place, { value: 'abc' });
    return editor.getValue() === 'abc' && place.classList.contains('ace_editor');
  }`,
  aos: `{
    place.innerHTML = '<p data-aos="fade-up">a</p>';
    it.default.init();
    return until(() => place.firstChild.classList.contains('aos-init'));
  }`,
  'countup.js': `{
    place.id = 'count';
    new it.CountUp('count', 5, { duration: 0.05 }).start();
    return until(() => place.textContent === '5');
  }`,
  'embla-carousel': `{
    place.innerHTML = '<div><p>a</p><p>b</p></div>';
    return it.default(place).slideNodes().length === 2;
  }`,
  // Takes the click that would start a download.
  'file-saver': `new Promise((done) => {
    HTMLAnchorElement.prototype.dispatchEvent = function () { done(this.download === 'a.txt'); };
    (it.saveAs ?? it.default.saveAs)(new Blob(['a']), 'a.txt');
  })`,
  flatpickr: `{
    const input = place.appendChild(document.createElement('input'));
    it.default(input, { defaultDate: '2026-11-23' });
    return input.value === '2026-11-23' && document.querySelector('.flatpickr-calendar') !== null;
  }`,
  hammerjs: `{
    const hammer = new it.default.Manager(place);
    const pan = hammer.add(new it.default.Pan());
    return hammer.get('pan') === pan;
  }`,
  hyperapp: `{
    const view = (text) => it.h('p', {}, it.text(text));
    it.app({ init: 'a', view, node: place.appendChild(document.createElement('p')) });
    return until(() => place.textContent === 'a');
  }`,
  interactjs: `{
    const interact = it.default?.default ?? it.default;
    const moved = new Promise((done) => interact(place).draggable({ onstart: () => done(true) }));
    const at = (type, x) =>
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, buttons: 1, clientX: x, clientY: 20 });
    place.dispatchEvent(at('pointerdown', 20));
    place.dispatchEvent(at('pointermove', 40));
    return moved;
  }`,
  lenis: `{
    const lenis = new it.default();
    lenis.stop();
    return lenis.isStopped && document.documentElement.classList.contains('lenis-stopped');
  }`,
  lexical: `{
    const editor = it.createEditor({ onError: reportError });
    editor.setRootElement(place);
    const write = () => it.$getRoot().append(it.$createParagraphNode().append(it.$createTextNode('a')));
    editor.update(write, { discrete: true });
    return place.querySelector('p').textContent === 'a';
  }`,
  'masonry-layout': `{
    place.innerHTML = '<p>a</p><p>b</p>';
    new it.default(place, { transitionDuration: 0 });
    return place.lastChild.style.position === 'absolute';
  }`,
  micromodal: `{
    place.innerHTML = '<div id="modal" aria-hidden="true"><button>a</button></div>';
    it.default.show('modal');
    return place.firstChild.getAttribute('aria-hidden') === 'false';
  }`,
  mithril: '(it.default.render(place, it.default("p", "x")), place.innerHTML === "<p>x</p>")',
  'monaco-editor/editor/editor.api.js': `{
    const editor = it.editor.create(place, { value: 'abc', language: 'plaintext' });
    const line = await until(() => place.querySelector('.view-line')?.textContent);
    return editor.getValue() === 'abc' && line === 'abc';
  }`,
  nouislider: `{
    const slider = (it.create ?? it.default.create)(place, { start: 3, range: { min: 0, max: 10 } });
    return slider.get() === '3.00' && place.querySelector('.noUi-handle') !== null;
  }`,
  nprogress: '(it.default.start(), document.querySelector("#nprogress .bar") !== null)',
  'petite-vue': `{
    place.innerHTML = '<p>{{ a + 1 }}</p>';
    it.createApp({ a: 1 }).mount(place);
    return until(() => place.textContent === '2');
  }`,
  photoswipe: `{
    const box = new it.default({ dataSource: [{ html: '<b>a</b>' }], index: 0 });
    box.init();
    return until(() => document.querySelector('.pswp b')?.textContent === 'a');
  }`,
  quill: `{
    const quill = new it.default(place);
    quill.setText('a');
    return quill.getText().trim() === 'a' && place.querySelector('.ql-editor p').textContent === 'a';
  }`,
  'reveal.js': `{
    const slides = '<div class="slides"><section>a</section><section>b</section></div>';
    place.innerHTML = '<div class="reveal">' + slides + '</div>';
    const deck = new it.default(place.firstChild, { embedded: true, scrollActivationWidth: null });
    await deck.initialize();
    deck.slide(1);
    return deck.getTotalSlides() === 2 && deck.getCurrentSlide().textContent === 'b';
  }`,
  // The browser gives the whole screen only for a while after a person's click.
  screenfull: `{
    return it.default.request(place).then(() => it.default.isFullscreen, (error) => error instanceof TypeError);
  }`,
  scrollreveal: `{
    place.innerHTML = '<p>a</p>';
    it.default().reveal(place.firstChild);
    return until(() => place.firstChild.dataset.srId !== undefined);
  }`,
  'split.js': `{
    place.innerHTML = '<p>a</p><p>b</p>';
    return it.default([...place.children]).getSizes().join() === '50,50' && place.querySelector('.gutter') !== null;
  }`,
  sweetalert2: `{
    void it.default.fire('hello');
    return it.default.isVisible() && it.default.getTitle().textContent === 'hello';
  }`,
  'tabulator-tables': `{
    const options = { data: [{ id: 1, a: 'b' }], columns: [{ title: 'A', field: 'a' }] };
    const table = new it.TabulatorFull(place, options);
    await new Promise((done) => table.on('tableBuilt', done));
    return place.querySelector('.tabulator-cell').textContent === 'b';
  }`,
  'tippy.js': `{
    it.default(place, { content: 'hello' }).show();
    return until(() => document.querySelector('[data-tippy-root]')?.textContent === 'hello');
  }`,
  'tom-select': `{
    place.innerHTML = '<select><option value="a">Apple</option></select>';
    new (it.default ?? it.TomSelect)(place.firstChild);
    return place.querySelector('.ts-wrapper .item').textContent === 'Apple';
  }`,
  tweakpane: `{
    const pane = new it.Pane({ container: place });
    pane.addBinding({ speed: 1 }, 'speed');
    return place.textContent.includes('speed') && place.querySelector('input').value.startsWith('1');
  }`,
  'typed.js': `{
    const target = place.appendChild(document.createElement('span'));
    new it.default(target, { strings: ['ab'], typeSpeed: 1 });
    return until(() => target.textContent === 'ab');
  }`,
  'vanilla-tilt': '(it.default.init(place), place.vanillaTilt instanceof it.default)',
};
