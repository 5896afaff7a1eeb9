interface Mountain {
  name: string;
  range: string;
  metres: number;
  climbed: number;
}

type Column = keyof Mountain;

const mountains: Mountain[] = [
  { name: 'Mount Everest', range: 'Himalaya', metres: 8849, climbed: 1953 },
  { name: 'K2', range: 'Karakoram', metres: 8611, climbed: 1954 },
  { name: 'Annapurna', range: 'Himalaya', metres: 8091, climbed: 1950 },
  { name: 'Aconcagua', range: 'Andes', metres: 6961, climbed: 1897 },
  { name: 'Denali', range: 'Alaska Range', metres: 6190, climbed: 1913 },
  { name: 'Mont Blanc', range: 'Alps', metres: 4806, climbed: 1786 },
  { name: 'Matterhorn', range: 'Alps', metres: 4478, climbed: 1865 },
  { name: 'Aoraki', range: 'Southern Alps', metres: 3724, climbed: 1894 },
];
const columns: Record<Column, string> = {
  name: 'Name',
  range: 'Range',
  metres: 'Metres',
  climbed: 'First climbed',
};
const numeric: ReadonlySet<Column> = new Set(['metres', 'climbed'] as const);

const filter = find<HTMLInputElement>('#filter');
const sorting: { column: Column; up: boolean } = { column: 'metres', up: false };

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

function compare(one: Mountain, other: Mountain): number {
  const [a, b] = [one[sorting.column], other[sorting.column]];
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return sorting.up ? order : -order;
}

function draw(): void {
  const wanted = filter.value.trim().toLowerCase();
  const rows = mountains
    .filter(({ name, range }) => `${name} ${range}`.toLowerCase().includes(wanted))
    .sort(compare);
  find('#caption').textContent = `${rows.length} of ${mountains.length} mountains`;
  find('#body').replaceChildren(...rows.map(rowOf));
  for (const cell of document.querySelectorAll<HTMLElement>('th')) {
    const sorted = cell.dataset['column'] === sorting.column;
    cell.ariaSort = sorted ? (sorting.up ? 'ascending' : 'descending') : 'none';
  }
}

function rowOf(mountain: Mountain): HTMLTableRowElement {
  const row = document.createElement('tr');
  for (const column of Object.keys(columns) as Column[]) {
    const cell = row.insertCell();
    cell.textContent = String(mountain[column]);
    cell.classList.toggle('number', numeric.has(column));
  }
  return row;
}

function headOf([column, label]: [string, string]): HTMLTableCellElement {
  const cell = document.createElement('th');
  cell.scope = 'col';
  cell.dataset['column'] = column;
  cell.classList.toggle('number', numeric.has(column as Column));
  const button = document.createElement('button');
  button.textContent = label;
  button.addEventListener('click', () => {
    sorting.up = sorting.column === column ? !sorting.up : true;
    sorting.column = column as Column;
    draw();
  });
  cell.append(button);
  return cell;
}

find('#head').append(...Object.entries(columns).map(headOf));
filter.addEventListener('input', draw);
draw();
