const shares = { Walking: 12, Cycling: 30, Train: 38, Car: 20 };
const colours = ['#4c9f70', '#2a6f97', '#f4a261', '#9b2226'];
const total = Object.values(shares).reduce((sum, value) => sum + value, 0);
let turned = 0;
const point = (part, radius) => [Math.sin(part * 2 * Math.PI) * radius, -Math.cos(part * 2 * Math.PI) * radius].map((n) => n.toFixed(2));
document.querySelector('#slices').innerHTML = Object.values(shares).map((value, index) => {
  const from = turned / total;
  turned += value;
  const to = turned / total;
  const large = to - from > 0.5 ? 1 : 0;
  return `<path fill="${colours[index]}" d="M${point(from, 50)} L${point(from, 100)} A100 100 0 ${large} 1 ${point(to, 100)} L${point(to, 50)} A50 50 0 ${large} 0 ${point(from, 50)}"/>`;
}).join('');
document.querySelector('figcaption').textContent = Object.entries(shares).map(([name, value]) => `${name} ${value} %`).join(' · ');
