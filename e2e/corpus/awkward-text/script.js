const texts = [
  '</script>',
  "<!-- <script>",
  `</SCRIPT ${1 + 1}>`,
  /<\/script>/.source,
  'line\u2028separator'.length,
  '$& $1 $$',
  'ünïcödé 🎉',
];
document.querySelector('#out').textContent = texts.join('\n');
