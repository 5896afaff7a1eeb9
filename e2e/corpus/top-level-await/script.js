const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const list = document.querySelector('ul');
for (const step of ['one', 'two', 'three']) {
  await wait(5);
  list.insertAdjacentHTML('beforeend', `<li>${step} ${document.readyState}</li>`);
}
mark('done waiting');
export const steps = 3;
