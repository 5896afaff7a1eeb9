addEventListener('message', ({ data, source }) => {
  if (data?.from !== 'inner') return;
  const isInner = source === document.querySelector('#inner').contentWindow;
  document.querySelector('#heard').textContent = `Heard ${data.from}: ${isInner}`;
});
