import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { guardFormMethod, guardForms } from './form-guard';

const told: string[] = [];
const nextTask = () => new Promise<void>((done) => setTimeout(done));

beforeAll(() => {
  guardForms((message) => told.push(message));
  guardFormMethod((message) => told.push(message));
});
beforeEach(() => {
  document.body.innerHTML = '<form><button>Send</button></form>';
});
afterEach(() => {
  told.length = 0;
});

const form = () => document.querySelector('form') as HTMLFormElement;
const submit = () => {
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  const allowed = form().dispatchEvent(event);
  return { event, allowed };
};

describe('a form in the preview (specification: Preview)', () => {
  it('does not navigate, and says so', async () => {
    expect(submit().allowed).toBe(false);
    await nextTask();
    expect(told).toEqual(['Form submission prevented in preview']);
  });

  it('runs the page’s own handlers, which see nothing of it', async () => {
    const seen: boolean[] = [];
    form().addEventListener('submit', (event) => {
      seen.push(event.defaultPrevented);
      event.preventDefault();
      seen.push(event.defaultPrevented);
    });
    submit();
    await nextTask();
    expect(seen).toEqual([false, true]);
    expect(told).toEqual([]);
  });

  it('is told of even where a handler stops the event on its way', async () => {
    form().addEventListener('submit', (event) => event.stopImmediatePropagation());
    submit();
    await nextTask();
    expect(told).toHaveLength(1);
  });

  it('is stopped when a script sends it', () => {
    form().submit();
    expect(told).toHaveLength(1);
  });

  it('may close its dialog', async () => {
    form().setAttribute('method', 'dialog');
    expect(submit().allowed).toBe(true);
    await nextTask();
    expect(told).toEqual([]);
  });
});
