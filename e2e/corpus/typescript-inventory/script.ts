enum Level { Low = 'low', Fine = 'fine' }
interface Item {
  readonly name: string;
  stock: number;
}
abstract class Store<T extends Item> {
  protected items = new Map<string, T>();
  constructor(private readonly title: string) {}
  add(...items: T[]): this {
    for (const item of items) this.items.set(item.name, item);
    return this;
  }
  abstract level(item: T): Level;
  list(): T[] {
    return [...this.items.values()];
  }
  find(name: string): T | undefined {
    return this.items.get(name);
  }
}
class Shop extends Store<Item> {
  level({ stock }: Item): Level {
    return stock < 5 ? Level.Low : Level.Fine;
  }
}
const shop = new Shop('Corner').add({ name: 'tea', stock: 6 }, { name: 'jam', stock: 2 });
function draw(): void {
  const rows = document.getElementById('rows') as HTMLElement;
  rows.innerHTML = shop.list().map((item) => `<tr class="${shop.level(item)}"><td>${item.name}</td><td>${item.stock}</td></tr>`).join('');
}
function sell(name: string): void {
  const item = shop.find(name);
  if (!item) return;
  item.stock -= 1;
  draw();
}
draw();
document.querySelector('button')!.click();
document.querySelector<HTMLButtonElement>('button')?.click();
