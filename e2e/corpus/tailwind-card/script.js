const colours = ['bg-rose-200', 'bg-amber-200', 'bg-lime-200'];
document.querySelector('#tags').innerHTML = colours
  .map((colour, index) => `<li class="${colour} rounded-full px-3 py-1 text-sm">Stop ${index + 1}</li>`)
  .join('');
