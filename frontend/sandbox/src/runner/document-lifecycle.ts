const stillThere = 'studio:still-there';

/**
 * Calls `attach` now and whenever the page has taken all listeners away: `document.open()` does, and so does a
 * `document.write` after the page has loaded, which opens it anew.
 */
export function outliveReopening(attach: () => void): void {
  const listen = window.addEventListener.bind(window);
  const ask = window.dispatchEvent.bind(window);
  let answered = false;
  const attachAll = () => {
    listen(stillThere, () => {
      answered = true;
    });
    attach();
  };
  const checkAfter = <Args extends unknown[], Result>(native: (this: Document, ...args: Args) => Result) =>
    function (this: Document, ...args: Args): Result {
      const result = native.apply(this, args);
      answered = false;
      ask(new Event(stillThere));
      if (!answered) attachAll();
      return result;
    };
  const { prototype } = Document;
  prototype.open = checkAfter(prototype.open) as Document['open'];
  prototype.write = checkAfter(prototype.write);
  prototype.writeln = checkAfter(prototype.writeln);
  attachAll();
}
