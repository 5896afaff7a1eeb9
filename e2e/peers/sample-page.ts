/** The page that every playground shows. */
export const sample = {
  html: `<h1>Typing</h1>\n<ul>${'<li>Row</li>'.repeat(200)}</ul>\n<button>Print</button>`,
  css: 'li { color: teal }',
};

/** The end of the script, behind the place that is typed into. */
export const behindTyping = `' }, '*')`;

/** The sample's script: posts that it has run, and the text that was typed into it. */
export const script = `top.postMessage({ ran: true, typed: '${behindTyping}`;

/** A script that does not end. */
export const endlessScript = 'while (true) {}';

/** A script that takes a second. */
export const slowScript = 'for (const end = performance.now() + 1_000; performance.now() < end; );';

/** A script that prints numbered lines when the page's button is pressed. */
export const printingScript = (
  lines: number,
) => `document.querySelector('button').addEventListener('click', () => {
  for (let line = 1; line <= ${lines}; line += 1) console.log('line ' + line);
});
${script}`;

/** The sample as the files of a web page. */
export function filesOf(js: string): Record<'index.html' | 'style.css' | 'script.js', string> {
  return {
    'index.html': `<!doctype html>
<html>
  <head>
    <link rel="stylesheet" href="./style.css">
  </head>
  <body>
${sample.html}
    <script type="module" src="./script.js"></script>
  </body>
</html>
`,
    'style.css': sample.css,
    'script.js': js,
  };
}

/** The sample as a Vue component. The script comes last, because it is typed into at the end. */
export function componentOf(js: string): string {
  return `<template>
${sample.html}
</template>
<style>
${sample.css}
</style>
<script setup>
${js}
</script>`;
}
