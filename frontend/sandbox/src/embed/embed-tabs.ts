import { liveScript, retryAfterMs, tabChosen } from './embed-names';

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
  follow();
}

let retry: ReturnType<typeof setTimeout>;

/** Listens for the end of the project, also while it does not run: its code is visible. */
function follow(): void {
  import(/* @vite-ignore */ liveScript).catch(() => {
    clearTimeout(retry);
    retry = setTimeout(follow, retryAfterMs);
  });
}

tabs.forEach((tab, place) => {
  tab.onclick = () => choose(place);
  tab.onkeydown = ({ key }) => {
    if (key === 'ArrowRight') choose((place + 1) % tabs.length);
    if (key === 'ArrowLeft') choose((place || tabs.length) - 1);
  };
});

// Otherwise `embed-frame.ts` imports the script once the project has painted.
if (tabs[0]?.id !== 'tab-result') follow();
