// A small generator with a fixed seed, so that the same city stands every time.
let seed = 42;
const random = () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296;
  return seed / 4294967296;
};
const canvas = document.getElementById('city');
const context = canvas.getContext('2d');
const sky = context.createLinearGradient(0, 0, 0, 320);
sky.addColorStop(0, '#101626');
sky.addColorStop(1, '#3b3560');
context.fillStyle = sky;
context.fillRect(0, 0, 640, 320);
let windows = 0;
for (let x = 0; x < 640; x += 40) {
  const height = 80 + Math.floor(random() * 180);
  context.fillStyle = `hsl(${220 + random() * 40} 20% ${12 + random() * 10}%)`;
  context.fillRect(x, 320 - height, 38, height);
  for (let y = 320 - height + 10; y < 310; y += 18) {
    for (let column = 0; column < 3; column += 1) {
      if (random() > 0.45) continue;
      context.fillStyle = '#f7d774';
      context.fillRect(x + 6 + column * 11, y, 5, 8);
      windows += 1;
    }
  }
}
document.getElementById('count').textContent = `${windows} windows are lit.`;
