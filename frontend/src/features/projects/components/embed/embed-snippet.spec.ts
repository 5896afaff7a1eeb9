import { embedAddress, embedSize, embedSnippet, isHeight, isWidth, plainEmbed } from './embed-snippet.ts';

const snippet = (choice: Partial<typeof plainEmbed>, title = 'Clock') => {
  const chosen = { ...plainEmbed, ...choice };
  return embedSnippet(embedAddress('https://studio.test', '0000000000000001', chosen), title, chosen);
};

test('the plain snippet is 100 % wide, 600 high, and has no options', () => {
  expect(snippet({})).toBe(
    '<iframe src="https://studio.test/embed/0000000000000001" width="100%" height="600" title="Clock" allow="clipboard-write; fullscreen; gamepad" style="border:0;max-width:100%"></iframe>',
  );
});

test('chosen options stand in the address, sizes in the frame', () => {
  expect(
    snippet({ width: '640', height: '400', tabs: ['html', 'result'], theme: 'dark', runOnClick: true }),
  ).toBe(
    '<iframe src="https://studio.test/embed/0000000000000001?tabs=html,result&theme=dark&run=click" width="640" height="400" title="Clock" allow="clipboard-write; fullscreen; gamepad" style="border:0;max-width:100%"></iframe>',
  );
});

test('the frame has the title as its name, whatever is in it', () => {
  const title = 'a "b" <i>&amp;</i>\u202e שלום';
  const { body } = new DOMParser().parseFromString(snippet({}, title), 'text/html');
  expect(body.querySelector('iframe')?.title).toBe('\u2068a "b" <i>&amp;</i> שלום\u2069');
  expect(body.querySelector('iframe')?.getAttribute('allow')).toBe('clipboard-write; fullscreen; gamepad');
});

test('a published version has its number in the address', () => {
  expect(snippet({ rev: 3, theme: 'dark' })).toContain('/embed/0000000000000001@3?theme=dark"');
});

test.each(['100%', '1%', '640', '9999'])('%s is a width', (text) => expect(isWidth(text)).toBe(true));

test.each(['', '0', '0%', '101%', '12345', '6.5', '-1', '640px', '"><script>'])('"%s" is none', (text) =>
  expect(isWidth(text)).toBe(false),
);

test('a share of the width is one of an ordinary page', () => {
  expect(embedSize('100%', '600')).toEqual({ width: 960, height: 600 });
  expect(embedSize('50%', '300')).toEqual({ width: 480, height: 300 });
  expect(embedSize('640', '400')).toEqual({ width: 640, height: 400 });
});

test('a height is pixels alone', () => {
  expect(isHeight('600')).toBe(true);
  expect(isHeight('100%')).toBe(false);
});
