const box = document.querySelector('#box');
const animation = box.animate(
  [{ transform: 'none', opacity: 1 }, { transform: 'translateX(200px) scale(1.2)', opacity: 0.6 }],
  { duration: 1000, fill: 'forwards', easing: 'ease-in-out' },
);
animation.finished.then(() => {
  document.querySelector('output').textContent = `${animation.playState} at ${animation.currentTime}`;
});
let frames = 0;
requestAnimationFrame(function step() {
  frames += 1;
  if (frames < 3) requestAnimationFrame(step);
  else animation.finish();
});
