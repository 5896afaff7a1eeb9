// A sky of points that lean towards the pointer. Try 300 of them, or a reach of 60.
const count = 140;
const reach = 160;

const canvas = document.querySelector('#sky');
const pen = canvas.getContext('2d');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const pointer = { x: -reach, y: -reach };

const points = Array.from({ length: count }, () => ({
  x: Math.random() * innerWidth,
  y: Math.random() * innerHeight,
  dx: (Math.random() - 0.5) * 0.6,
  dy: (Math.random() - 0.5) * 0.6,
}));

function fit() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  if (still) draw();
}

function move(point) {
  point.x = (point.x + point.dx + innerWidth) % innerWidth;
  point.y = (point.y + point.dy + innerHeight) % innerHeight;
  point.dx *= Math.abs(point.dx) > 0.4 ? 0.98 : 1;
  point.dy *= Math.abs(point.dy) > 0.4 ? 0.98 : 1;
}

function draw() {
  pen.clearRect(0, 0, innerWidth, innerHeight);
  for (const point of points) {
    const distance = Math.hypot(point.x - pointer.x, point.y - pointer.y);
    const near = Math.max(0, 1 - distance / reach);
    pen.fillStyle = `hsl(${200 + near * 80} 90% ${65 + near * 20}% / ${0.35 + near * 0.6})`;
    pen.beginPath();
    pen.arc(point.x, point.y, 1.2 + near * 3, 0, Math.PI * 2);
    pen.fill();
  }
}

function frame() {
  points.forEach(move);
  draw();
  requestAnimationFrame(frame);
}

addEventListener('resize', fit);
addEventListener('pointermove', (event) => {
  pointer.x = event.clientX;
  pointer.y = event.clientY;
});

document.querySelector('#burst').addEventListener('click', () => {
  for (const point of points) {
    const angle = Math.random() * Math.PI * 2;
    point.dx = Math.cos(angle) * 8;
    point.dy = Math.sin(angle) * 8;
  }
  console.log(`${count} points scattered.`);
});

fit();
if (!still) frame();
console.log('Welcome to CodeStudio');
