const grid = document.querySelector<HTMLDivElement>('#grid')!;
const cells: HTMLElement[] = Array.from({ length: 16 }, (_, index) => {
  const cell = document.createElement('div');
  cell.className = `cell ${index % 3 === 0 ? 'opacity-50' : 'font-bold'}`;
  cell.textContent = String(index);
  return cell;
});
grid.append(...cells);
