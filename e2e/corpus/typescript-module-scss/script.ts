type Colour = 'sea' | 'sand' | 'moss';
export const colours: readonly Colour[] = ['sea', 'sand', 'moss'] as const;
const make = (colour: Colour): HTMLLIElement => {
  const item = document.createElement('li');
  item.className = colour;
  item.textContent = colour satisfies string;
  return item;
};
document.querySelector('.palette')!.append(...colours.map(make));
mark('palette');
