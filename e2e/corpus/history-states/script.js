const log = [];
const show = () => {
  document.querySelector('h1').textContent = `Page ${history.state?.page ?? 0}`;
  document.querySelector('ol').innerHTML = log.map((text) => `<li>${text}</li>`).join('');
};
history.replaceState({ page: 1 }, '', '?page=1');
log.push(location.search);
document.querySelector('button').addEventListener('click', () => {
  history.pushState({ page: history.state.page + 1 }, '', `?page=${history.state.page + 1}`);
  log.push(location.search);
  show();
});
addEventListener('popstate', () => {
  log.push(`back to ${history.state.page}`);
  mark('popstate');
  show();
});
document.querySelector('button').click();
document.querySelector('button').click();
addEventListener('load', () => setTimeout(() => history.back()));
