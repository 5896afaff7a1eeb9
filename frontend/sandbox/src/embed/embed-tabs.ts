import { liveScript, tabChosen } from './embed-names';

/** Switches the tabs of an embed by pointer and arrow keys. Only pages with tabs contain this script. */
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

// Code is visible before the project runs; otherwise `embed-frame.ts` imports the script once it has painted.
if (tabs[0]?.id !== 'tab-result') void import(/* @vite-ignore */ liveScript);
