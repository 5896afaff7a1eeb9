const key = 'tasks';
localStorage.clear();
const read = () => JSON.parse(localStorage.getItem(key) ?? '[]');
const write = (tasks) => {
  localStorage.setItem(key, JSON.stringify(tasks));
  render();
};
const add = (text) => write([...read(), { text, done: false }]);
const toggle = (index) => write(read().map((task, at) => (at === index ? { ...task, done: !task.done } : task)));
function render() {
  const tasks = read();
  document.querySelector('ul').innerHTML = tasks
    .map(({ text, done }, index) => `<li class="${done ? 'done' : ''}" onclick="toggle(${index})">${text}</li>`)
    .join('');
  document.querySelector('.left').textContent = `${tasks.filter(({ done }) => !done).length} of ${tasks.length} left`;
}
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  add(event.target.firstElementChild.value);
});
['Bread', 'Tea', 'Post the letter'].forEach(add);
toggle(1);
sessionStorage.setItem('visits', '1');
mark(`stored ${read().length} ${sessionStorage.getItem('visits')}`);
