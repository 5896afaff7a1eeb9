// A sky that leans towards the pointer. Try 300 points, or a reach of 60.
const count = 140;
const reach = 160;

const canvas = document.querySelector('#sky');
const pen = canvas.getContext('2d');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const pointer = { x: -reach, y: -reach };
let moving = false;

const somewhere = () => ({ x: Math.random() * innerWidth, y: Math.random() * innerHeight });
const points = Array.from({ length: count }, () => ({ ...somewhere(), ...speed(still ? 0 : 3) }));

function speed(most) {
  const angle = Math.random() * Math.PI * 2;
  return { dx: Math.cos(angle) * most, dy: Math.sin(angle) * most };
}

function fit() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  show();
}

function move(point) {
  point.x = (point.x + point.dx + innerWidth) % innerWidth;
  point.y = (point.y + point.dy + innerHeight) % innerHeight;
  point.dx *= 0.97;
  point.dy *= 0.97;
}

function draw() {
  pen.clearRect(0, 0, innerWidth, innerHeight);
  for (const { x, y } of points) {
    const near = Math.max(0, 1 - Math.hypot(x - pointer.x, y - pointer.y) / reach);
    const lean = near * (1 - near) * 0.6;
    pen.fillStyle = `hsl(${200 + near * 80} 90% ${65 + near * 20}% / ${0.35 + near * 0.6})`;
    pen.beginPath();
    pen.arc(x + (pointer.x - x) * lean, y + (pointer.y - y) * lean, 1.2 + near * 3, 0, Math.PI * 2);
    pen.fill();
  }
}

// What stands still is drawn once, and costs nothing from then on.
function frame() {
  points.forEach(move);
  draw();
  moving = points.some(({ dx, dy }) => Math.hypot(dx, dy) > 0.02);
  if (moving) requestAnimationFrame(frame);
}

function show() {
  if (moving) return;
  moving = true;
  requestAnimationFrame(frame);
}

addEventListener('resize', fit);
addEventListener('pointermove', ({ clientX, clientY }) => {
  Object.assign(pointer, { x: clientX, y: clientY });
  show();
});

document.querySelector('#burst').addEventListener('click', () => {
  for (const point of points) Object.assign(point, still ? somewhere() : speed(8));
  show();
  console.log(`${count} points scattered.`);
});

fit();
console.log('Welcome to CodeStudio');
