const beginning = `# A walk in March

The path is *wet* but the light is **back**.

- hazel in flower
- two cranes, very high
- the first bee

More on [birds](https://example.org/birds), or type \`code\`.`;

/** The parts of one line: plain text, emphasis, code and links. */
const inline = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((https?:\/\/[^\s)]+)\)/g;

function partsOf(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, strong, em, code, label, href] = match;
    parts.push({ text: text.slice(end, match.index) });
    if (strong) parts.push({ tag: 'strong', text: strong });
    if (em) parts.push({ tag: 'em', text: em });
    if (code) parts.push({ tag: 'code', text: code });
    if (href) parts.push({ tag: 'a', text: label, href });
    end = match.index + whole.length;
  }
  return [...parts, { text: text.slice(end) }];
}

/** Blocks are parted by empty lines. Nothing is ever put into the page as HTML. */
function blocksOf(text) {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const heading = /^(#{1,3}) (.*)/.exec(block);
      if (heading) return { tag: `h${heading[1].length + 1}`, text: heading[2] };
      const lines = block.split('\n');
      if (lines.every((line) => line.startsWith('- '))) {
        return { tag: 'ul', items: lines.map((line) => line.slice(2)) };
      }
      return { tag: 'p', text: block };
    });
}

const NoteLine = {
  props: { text: String },
  render() {
    return partsOf(this.text).map(({ tag, text, href }) => (tag ? Vue.h(tag, { href }, text) : text));
  },
};

Vue.createApp({
  components: { NoteLine },
  data: () => ({ text: beginning }),
  computed: {
    blocks() {
      return blocksOf(this.text);
    },
    words() {
      return this.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    },
  },
}).mount('#app');
