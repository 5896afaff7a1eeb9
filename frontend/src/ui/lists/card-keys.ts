import type { KeyboardEvent } from 'react';

const search = 'input[type=search]';
const cardOfList = 'ul[data-cards] > li';
const control = 'button, a[href]';

/** `/` outside of text fields leads to the search field of what the handler stands on. */
export function focusSearchField(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== '/' || !(target instanceof Element) || target.matches('input, textarea')) return;
  // What a portal drew comes here too, but lies elsewhere.
  const field = currentTarget.contains(target) && currentTarget.querySelector<HTMLInputElement>(search);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/**
 * The keys of a list of cards, which is marked `data-cards`: arrows, Home and End lead to the last control of the next
 * card, the one that matters most; Down leads into the list from its search; Delete presses the button of that shortcut.
 */
export function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  // One that has nothing to press is passed over.
  const cards = [...currentTarget.querySelectorAll<HTMLElement>(cardOfList)].filter((card) =>
    card.querySelector(control),
  );
  const card = target.closest<HTMLElement>(cardOfList);
  if (card && key === 'Delete') {
    card.querySelector<HTMLElement>('[aria-keyshortcuts=Delete]')?.click();
    return;
  }
  const fromSearch = key === 'ArrowDown' && target.matches(search);
  const place = card && stepInGrid(key, cards.indexOf(card), columnsOf(cards), cards.length);
  const next = fromSearch ? cards[0] : cards[place ?? -1];
  const button = [...(next?.querySelectorAll<HTMLElement>(control) ?? [])].at(-1);
  if (!button) return;
  event.preventDefault();
  button.focus();
}

/** How many cards stand in the first row. */
function columnsOf(cards: readonly HTMLElement[]): number {
  return cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
}

/** Where an arrow key, Home or End leads in a grid that is read row by row; null where it leads nowhere. */
export function stepInGrid(key: string, from: number, columns: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined || to < 0 || to >= count || to === from ? null : to;
}
