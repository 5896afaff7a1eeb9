type Report = (message: string, level: 'info' | 'warn') => void;

/**
 * The sandbox blocks the browser's dialogs: `alert` draws its own, the others return at once and report it
 * (specification: Preview).
 */
export function replaceDialogs(report: Report): void {
  window.alert = (...args: unknown[]) => {
    const text = args.length > 0 ? String(args[0]) : '';
    report(`alert: ${text}`, 'info');
    drawAlert(text);
  };
  const refuse =
    <Result extends false | null>(name: string, result: Result) =>
    (message: unknown = '') => {
      const text = JSON.stringify(String(message));
      report(`${name}(${text}) returned ${String(result)}: a preview cannot wait for an answer`, 'warn');
      return result;
    };
  window.confirm = refuse('confirm', false);
  window.prompt = refuse('prompt', null);
}

/** Short: the budget of an embed's scripts is 2 kB. */
const sheet =
  'dialog{font:14px system-ui;max-width:90vw;border-radius:8px}p{white-space:pre-wrap;overflow:auto;max-height:50vh}button{padding:4px 20px}';

/** How many alerts can wait for their dialog; all are reported. */
const maxWaiting = 20;
const waiting: string[] = [];
let shown: Element | null = null;

/** Shows one alert at a time. */
function drawAlert(text: string): void {
  // A page may have removed its root element.
  if (!document.documentElement) return;
  if (shown?.isConnected) {
    if (waiting.length < maxWaiting) waiting[waiting.length] = text;
    return;
  }
  shown = openDialog(text, () => {
    const next = waiting.shift();
    if (next !== undefined) drawAlert(next);
  });
}

/** Draws the dialog in a shadow root, to isolate it from the project's styles. */
function openDialog(text: string, onClose: () => void): Element {
  const place = document.createElement('div');
  place.style.cssText = 'all:initial!important';
  const root = place.attachShadow({ mode: 'open' });
  add(root, 'style', sheet);
  const dialog = add(root, 'dialog');
  add(dialog, 'p', text);
  add(dialog, 'button', 'OK').onclick = () => dialog.close();
  dialog.onclose = () => {
    place.remove();
    onClose();
  };
  document.documentElement.append(place);
  dialog.showModal();
  return place;
}

function add<Name extends keyof HTMLElementTagNameMap>(parent: ParentNode, name: Name, text = '') {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
}
