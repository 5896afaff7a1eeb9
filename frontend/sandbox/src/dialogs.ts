type Report = (level: 'info' | 'warn', message: string) => void;

/** CONTRACT 4: the sandbox blocks the browser's dialogs, so `alert` draws its own and the others say what they did. */
export function replaceDialogs(report: Report): void {
  window.alert = (message?: unknown) => {
    const text = message === undefined ? '' : String(message);
    report('info', `alert: ${text}`);
    drawAlert(text);
  };
  window.confirm = (message?: unknown) => {
    report('warn', `confirm(${quote(message)}) returned false: a preview cannot wait for an answer`);
    return false;
  };
  window.prompt = (message?: unknown) => {
    report('warn', `prompt(${quote(message)}) returned null: a preview cannot wait for an answer`);
    return null;
  };
}

function quote(message: unknown): string {
  return message === undefined ? '' : JSON.stringify(String(message));
}

const sheet = `dialog{font:14px/1.5 system-ui,sans-serif;color:#1b1f27;background:#fff;border:1px solid #c9ced8;border-radius:8px;padding:16px;min-width:220px;max-width:min(420px,90vw)}
dialog::backdrop{background:#0006}p{margin:0 0 12px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:50vh;overflow:auto}
button{font:inherit;float:right;padding:4px 20px;border:0;border-radius:6px;background:#2f5fd0;color:#fff;cursor:pointer}`;

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
  const style = document.createElement('style');
  style.textContent = sheet;
  const dialog = document.createElement('dialog');
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const close = document.createElement('button');
  close.textContent = 'OK';
  close.onclick = () => dialog.close();
  dialog.append(paragraph, close);
  dialog.onclose = () => {
    place.remove();
    onClose();
  };
  root.append(style, dialog);
  document.documentElement.append(place);
  dialog.showModal();
  return place;
}
