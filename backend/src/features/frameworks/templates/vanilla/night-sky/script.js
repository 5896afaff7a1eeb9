const canvas = document.querySelector('#sky');
const pen = canvas.getContext('2d');
const pause = document.querySelector('#pause');

const stars = Array.from({ length: 240 }, () => ({
  x: Math.random(),
  y: Math.random(),
  // How near it is: near stars are larger and faster.
  depth: 0.2 + Math.random() * 0.8,
}));
const wind = { x: 0.4, y: 0.1 };
let running = !matchMedia('(prefers-reduced-motion: reduce)').matches;
let before = 0;

function fit() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  draw();
}

/** Moves every star by its share of the wind; what leaves on one side comes back on the other. */
function move(seconds) {
  for (const star of stars) {
    star.x = (star.x + wind.x * star.depth * seconds * 0.1 + 1) % 1;
    star.y = (star.y + wind.y * star.depth * seconds * 0.1 + 1) % 1;
  }
}

function draw() {
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const { x, y, depth } of stars) {
    pen.fillStyle = `rgb(255 255 255 / ${depth})`;
    pen.beginPath();
    pen.arc(x * canvas.width, y * canvas.height, depth * 1.8 * devicePixelRatio, 0, 2 * Math.PI);
    pen.fill();
  }
}

function frame(now) {
  if (!running) return;
  move(Math.min(now - before, 100) / 1000);
  before = now;
  draw();
  requestAnimationFrame(frame);
}

function show() {
  pause.textContent = running ? 'Pause' : 'Play';
  pause.setAttribute('aria-pressed', String(!running));
}

pause.addEventListener('click', () => {
  running = !running;
  show();
  requestAnimationFrame(frame);
});
addEventListener('pointermove', (event) => {
  wind.x = event.clientX / innerWidth - 0.5;
  wind.y = event.clientY / innerHeight - 0.5;
});
addEventListener('resize', fit);

fit();
show();
requestAnimationFrame(frame);
