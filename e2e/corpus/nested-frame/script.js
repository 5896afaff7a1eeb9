addEventListener('message', ({ data, source }) => {
  if (data?.from !== 'inner') return;
  const isInner = source === document.querySelector('#inner').contentWindow;
  document.querySelector('#heard').textContent = `Heard ${data.from}: ${isInner}`;
});
// Asked once both are there: which of the two scripts runs first is left to the browser.
addEventListener('load', () => document.querySelector('#inner').contentWindow.postMessage('who?', '*'));
