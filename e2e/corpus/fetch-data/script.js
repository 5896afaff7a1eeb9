const address = `data:application/json,${encodeURIComponent(JSON.stringify([
  { city: 'Lima', people: 10092000 },
  { city: 'Oslo', people: 717710 },
  { city: 'Quito', people: 1763275 },
]))}`;
async function load() {
  const response = await fetch(address);
  const cities = await response.json();
  document.querySelector('tbody').innerHTML = cities
    .map(({ city, people }) => `<tr><td>${city}<td>${people.toLocaleString('en-US')}</tr>`)
    .join('');
  const lost = await fetch('data:text/plain,never').then((answer) => answer.text());
  document.querySelector('#state').textContent = `${response.status}, ${lost}`;
}
load();
