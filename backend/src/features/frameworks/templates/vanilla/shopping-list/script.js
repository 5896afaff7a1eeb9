const key = 'shopping-list';
const list = document.querySelector('#list');
const left = document.querySelector('#left');
const input = document.querySelector('#item');

let items = load();

/** A browser may refuse storage, and anybody may have written anything there. */
function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(key));
    return Array.isArray(stored) ? stored : ['Oat milk', 'Coffee'].map(newItem);
  } catch {
    return [];
  }
}

function newItem(name) {
  return { id: Math.random().toString(36).slice(2), name, ticked: false };
}

function change(next) {
  items = next;
  try {
    localStorage.setItem(key, JSON.stringify(items));
  } catch (error) {
    console.warn('The list is not kept:', error.message);
  }
  draw();
}

function draw() {
  list.replaceChildren(...items.map(row));
  const open = items.filter(({ ticked }) => !ticked).length;
  left.textContent = open === 1 ? '1 thing to buy' : `${open} things to buy`;
}

function row(item) {
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    id: item.id,
    checked: item.ticked,
  });
  box.addEventListener('change', () => {
    change(items.map((other) => (other === item ? { ...item, ticked: box.checked } : other)));
    document.getElementById(item.id).focus();
  });
  const label = Object.assign(document.createElement('label'), { htmlFor: item.id, textContent: item.name });
  const line = document.createElement('li');
  line.append(box, label);
  return line;
}

document.querySelector('#add').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = input.value.trim();
  if (name === '') return;
  input.value = '';
  change([...items, newItem(name)]);
});
document.querySelector('#clear').addEventListener('click', () => {
  change(items.filter(({ ticked }) => !ticked));
});

draw();
