import type { KeyboardEvent } from 'react';
import { isForInputMethod } from '../input-method.ts';

const search = 'input[type=search]';
const cardOfList = 'ul[data-cards] > li';
const control = 'button, a[href]';

/** `/` outside text fields focuses the search field inside the element with this handler. */
export function focusSearchField(event: KeyboardEvent<HTMLElement>): void {
  focusSearchIn(event.currentTarget, event);
}

/** For a handler of the whole document, which gets keys while nothing in it has the focus. */
export function focusSearchIn(
  place: HTMLElement,
  event: { key: string; target: EventTarget | null; preventDefault(): void },
): void {
  const { key, target } = event;
  if (key !== '/' || !(target instanceof Element) || target.matches('input, textarea')) return;
  // Events from portals bubble here too, but their elements are elsewhere.
  const field = place.contains(target) && place.querySelector<HTMLInputElement>(search);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/**
 * Keyboard navigation in a list marked `data-cards`: arrows, Home and End move to the last control of the next
 * card, its main one; Down moves from the search into the list; Delete presses the button with that shortcut.
 */
export function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (isForInputMethod(event.nativeEvent)) return;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  // Cards without a control are skipped.
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

/** The number of cards in the first row. */
function columnsOf(cards: readonly HTMLElement[]): number {
  return cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
}

/** The index that an arrow key, Home or End moves to in a grid; null if it does not move. */
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
