import { liveScript, tabChosen } from './embed-names';

/** Turns the tabs of an embed, by pointer and by arrow keys. Stands in those pages alone that have some. */
const tabs = document.querySelectorAll<HTMLElement>('[role=tab]');
const panels = document.querySelectorAll<HTMLElement>('[role=tabpanel]');

function choose(chosen: number): void {
  tabs.forEach((tab, place) => {
    const isChosen = place === chosen;
    tab.ariaSelected = `${isChosen}`;
    tab.tabIndex = isChosen ? 0 : -1;
    (panels[place] as HTMLElement).hidden = !isChosen;
    if (isChosen) tab.focus();
  });
  dispatchEvent(new Event(tabChosen));
}

tabs.forEach((tab, place) => {
  tab.onclick = () => choose(place);
  tab.onkeydown = ({ key }) => {
    if (key === 'ArrowRight') choose((place + 1) % tabs.length);
    if (key === 'ArrowLeft') choose((place || tabs.length) - 1);
  };
});

// Sources are on show before anything runs; else the project says when it has run.
if (tabs[0]?.id !== 'tab-result') void import(/* @vite-ignore */ liveScript);
