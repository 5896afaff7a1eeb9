const day = new Date(Date.UTC(2026, 10, 21, 13, 5));
const list = document.querySelector('dl');
for (const language of ['en-GB', 'de-DE', 'fr-FR', 'es-ES']) {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(day);
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(1234.5);
  list.innerHTML += `<dt>${language}</dt><dd>${date}; ${money}</dd>`;
}
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
list.innerHTML += `<dt>ago</dt><dd>${ago.format(-1, 'day')}, ${ago.format(3, 'week')}</dd>`;
