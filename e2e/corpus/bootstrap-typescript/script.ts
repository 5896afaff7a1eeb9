const badge = document.querySelector<HTMLElement>('.badge')!;
const [less, more] = document.querySelectorAll<HTMLButtonElement>('.btn');
const step = (by: number) => () => { badge.textContent = String(Number(badge.textContent) + by); };
less!.onclick = step(-1);
more!.onclick = step(1);
for (let turn = 0; turn < 4; turn += 1) more!.click();
less!.click();
