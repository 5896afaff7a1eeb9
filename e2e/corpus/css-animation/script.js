document.querySelector('i:last-child').addEventListener('animationend', () => {
  document.body.append('All landed.');
});
