addEventListener('hashchange', () => {
  mark(`hash ${location.hash}`);
  document.querySelector('#state').textContent = `Now at ${location.hash}`;
});
addEventListener('load', () => document.querySelector('nav a:last-child').click());
