var picture = false;
let count = 0;
function add(step) {
  count += step;
  document.getElementById('n').textContent = count;
}
document.querySelectorAll('button')[0].click();
document.querySelectorAll('button')[0].click();
document.querySelectorAll('button')[1].click();
