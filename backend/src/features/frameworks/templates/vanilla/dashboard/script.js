const periods = {
  week: {
    figures: { Customers: '1,204', Loaves: '3,310', 'Left over': '2%' },
    bars: { Mon: 380, Tue: 420, Wed: 395, Thu: 470, Fri: 610, Sat: 820, Sun: 215 },
  },
  year: {
    figures: { Customers: '61,480', Loaves: '168,900', 'Left over': '4%' },
    bars: { Q1: 38400, Q2: 44100, Q3: 39700, Q4: 46700 },
  },
};

function element(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** One bar for each entry, as high as its share of the highest. */
function drawChart(bars) {
  const entries = Object.entries(bars);
  const highest = Math.max(...Object.values(bars));
  const step = 600 / entries.length;
  document.querySelector('#chart').replaceChildren(
    ...entries.flatMap(([label, value], index) => {
      const height = (value / highest) * 160;
      const middle = step * (index + 0.5);
      return [
        element('rect', { x: middle - step * 0.3, y: 190 - height, width: step * 0.6, height, rx: 4 }),
        element('text', { x: middle, y: 182 - height }, value.toLocaleString('en')),
        element('text', { x: middle, y: 210 }, label),
      ];
    }),
  );
}

function drawFigures(figures) {
  document.querySelector('#figures').innerHTML = Object.entries(figures)
    .map(
      ([label, value]) => `
        <div class="col-sm-4">
          <div class="card"><div class="card-body">
            <div class="text-body-secondary small">${label}</div>
            <div class="fs-3 fw-semibold">${value}</div>
          </div></div>
        </div>`,
    )
    .join('');
}

function show(name) {
  drawFigures(periods[name].figures);
  drawChart(periods[name].bars);
}

const buttons = document.querySelectorAll('[data-period]');
for (const button of buttons) {
  button.addEventListener('click', () => {
    for (const other of buttons) {
      other.classList.toggle('active', other === button);
      other.setAttribute('aria-pressed', String(other === button));
    }
    show(button.dataset.period);
  });
}
show('week');
