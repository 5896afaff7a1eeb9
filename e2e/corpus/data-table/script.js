const people = [
  { name: 'Ada Lovelace', born: 1815, field: 'Mathematics' },
  { name: 'Grace Hopper', born: 1906, field: 'Computing' },
  { name: 'Emmy Noether', born: 1882, field: 'Algebra' },
  { name: 'Lise Meitner', born: 1878, field: 'Physics' },
  { name: 'Rosalind Franklin', born: 1920, field: 'Chemistry' },
];
const state = { key: 'name', filter: '' };
function render() {
  const rows = people
    .filter((person) => person.name.toLowerCase().includes(state.filter))
    .toSorted((a, b) => (a[state.key] < b[state.key] ? -1 : 1));
  document.querySelector('tbody').innerHTML = rows
    .map(({ name, born, field }) => `<tr><td>${name}</td><td>${born}</td><td>${field}</td></tr>`)
    .join('');
  for (const head of document.querySelectorAll('th')) {
    if (head.dataset.key === state.key) head.setAttribute('aria-sort', 'ascending');
    else head.removeAttribute('aria-sort');
  }
}
document.querySelector('thead').addEventListener('click', ({ target }) => {
  state.key = target.dataset.key;
  render();
});
document.querySelector('input').addEventListener('input', ({ target }) => {
  state.filter = target.value;
  render();
});
document.querySelector('input').dispatchEvent(new Event('input'));
document.querySelectorAll('th')[1].click();
