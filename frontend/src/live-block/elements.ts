/** Creates an element with properties and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** One of the panels of a tab list. */
export interface TabPanel {
  name: string;
  label: string;
  content: HTMLElement;
}

/** Shows or hides a panel. A hidden one is still laid out, because a frame without layout does not run. */
export function showPanel(panel: HTMLElement, isShown: boolean): void {
  panel.classList.toggle('unchosen', !isShown);
  panel.inert = !isShown;
}

/** Adds panels to `place`, one of them shown. The returned tab bar selects it by pointer or arrow keys. */
export function tabbed(label: string, panels: readonly TabPanel[], place: HTMLElement): HTMLElement {
  const buttons = panels.map(({ name, label: text }) => {
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${name}`, textContent: text });
    tab.setAttribute('aria-controls', `panel-${name}`);
    return tab;
  });
  for (const { name, content } of panels) {
    content.role = 'tabpanel';
    content.id = `panel-${name}`;
    content.setAttribute('aria-labelledby', `tab-${name}`);
  }
  const choose = (chosen: number, moves: boolean) => {
    buttons.forEach((button, place) => {
      button.ariaSelected = String(place === chosen);
      button.tabIndex = place === chosen ? 0 : -1;
      const content = panels[place]?.content;
      if (content) showPanel(content, place === chosen);
    });
    if (moves) buttons[chosen]?.focus();
  };
  buttons.forEach((button, place) => {
    button.onclick = () => choose(place, false);
    button.onkeydown = ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step) choose((place + step + buttons.length) % buttons.length, true);
    };
  });
  choose(0, false);
  // Not moved again, because moving a frame reloads it.
  place.append(...panels.map(({ content }) => content).filter((content) => content.parentElement !== place));
  return element('div', { role: 'tablist', ariaLabel: label }, ...buttons);
}
