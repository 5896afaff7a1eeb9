import type { Browser, CDPSession } from '@playwright/test';

/** One navigation of a new page in a browser context of its own. */
interface Navigation {
  url: string;
  cpuSlowdown: number;
  /** The content of the origin's local storage before the page's first script runs. */
  storage: readonly { name: string; value: string }[];
  /** Runs in the page before its own scripts, and calls `report` with its results. */
  watch: () => void;
}

/** A page in which no test code but `watch` runs. */
export interface UnwatchedPage extends PageSession {
  /** The first report of `watch`. */
  reported: Promise<unknown>;
  /** Waits for the next report of `watch`. */
  nextReport(): Promise<unknown>;
  close(): Promise<void>;
}

/** Loads a page in which no test code but `watch` runs; returns its first report. */
export async function loadUnwatched(browser: Browser, navigation: Navigation): Promise<unknown> {
  const page = await openUnwatched(browser, navigation);
  const report = await page.reported;
  await page.close();
  return report;
}

/**
 * Opens a page in which no test code but `watch` runs. Playwright adds a second script world with its helpers to each
 * frame of its own pages; on a slow processor that took a third of the measured time.
 */
export async function openUnwatched(browser: Browser, navigation: Navigation): Promise<UnwatchedPage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const page = await attach(root, targetId);
  async function nextReport(): Promise<unknown> {
    const { payload } = await page.next('Runtime.bindingCalled');
    return JSON.parse(String(payload));
  }
  const reported = nextReport();
  await page.send('Emulation.setCPUThrottlingRate', { rate: navigation.cpuSlowdown });
  await page.send('Page.enable');
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: 'report' });
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: prepare(navigation) });
  await page.send('Page.navigate', { url: navigation.url });
  return {
    ...page,
    reported,
    nextReport,
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
}

function prepare({ storage, watch }: Navigation): string {
  return `if (window === top) {
    for (const { name, value } of ${JSON.stringify(storage)}) localStorage.setItem(name, value);
    (${String(watch)})();
  }`;
}

interface PageSession {
  send(method: string, params?: object): Promise<void>;
  /** The next event of that name. */
  next(method: string): Promise<Record<string, unknown>>;
}

/** A session with a page, opened through the browser's session so that Playwright does not prepare the page. */
async function attach(root: CDPSession, targetId: string): Promise<PageSession> {
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  interface Message {
    id?: number;
    method?: string;
    params?: Record<string, unknown>;
    error?: { message: string };
  }
  const waiting = new Set<(message: Message) => void>();
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const message = JSON.parse(event.message) as Message;
    for (const take of waiting) take(message);
  });
  const until = (wanted: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const take = (message: Message) => {
        if (!wanted(message)) return;
        waiting.delete(take);
        resolve(message);
      };
      waiting.add(take);
    });
  let calls = 0;
  return {
    async send(method, params = {}) {
      calls += 1;
      const id = calls;
      const answered = until((message) => message.id === id);
      await root.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
      const { error } = await answered;
      if (error) throw new Error(`${method}: ${error.message}`);
    },
    async next(method) {
      const { params } = await until((message) => message.method === method);
      return params ?? {};
    },
  };
}
