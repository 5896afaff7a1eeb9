type Report = (level: 'info' | 'warn', message: string) => void;

/** The sandbox blocks the browser's dialogs, so `alert` draws its own and the others say what they did (specification: Preview). */
export function replaceDialogs(report: Report): void {
  window.alert = (message: unknown = '') => {
    const text = String(message);
    report('info', `alert: ${text}`);
    drawAlert(text);
  };
  const refuse =
    <Answer extends false | null>(name: string, answer: Answer) =>
    (message: unknown = '') => {
      const asked = JSON.stringify(String(message));
      report('warn', `${name}(${asked}) returned ${String(answer)}: a preview cannot wait for an answer`);
      return answer;
    };
  window.confirm = refuse('confirm', false);
  window.prompt = refuse('prompt', null);
}

/** Short: the budget of an embed's scripts is 2 kB. */
const sheet =
  'dialog{font:14px system-ui;max-width:90vw;border-radius:8px}p{white-space:pre-wrap;overflow:auto;max-height:50vh}button{padding:4px 20px}';

/** Alerts in a loop are not all worth a dialog; every one of them is reported. */
const maxWaiting = 20;
const waiting: string[] = [];
let shown: Element | null = null;

/** One after another, where several are called. */
function drawAlert(text: string): void {
  if (shown?.isConnected) {
    if (waiting.length < maxWaiting) waiting[waiting.length] = text;
    return;
  }
  shown = openDialog(text, () => {
    const next = waiting.shift();
    if (next !== undefined) drawAlert(next);
  });
}

/** Shown in a shadow root, out of reach of the project's styles. */
function openDialog(text: string, onClose: () => void): Element {
  const place = document.createElement('div');
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
