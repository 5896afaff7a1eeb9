import { TestEnvironment } from 'jest-environment-jsdom';

/** What every browser of today has and jsdom leaves out, taken from Node, which implements the same standards. */
const fromNode = {
  AbortController,
  AbortSignal,
  BroadcastChannel,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  fetch,
  structuredClone,
};

/** jsdom with the network, streams and observers that the page takes for granted. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, fromNode);
    this.global.Element.prototype.hasPointerCapture ??= () => false;
    this.global.Element.prototype.setPointerCapture ??= () => {};
    // It can type into no box, and says so.
    this.global.document.execCommand ??= () => false;
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.IntersectionObserver ??= class {
      observe() {}
      disconnect() {}
    };
    // No thread, no compilers: what the preview shows is tried in a real browser.
    this.global.Worker ??= class {
      addEventListener() {}
      postMessage() {}
      terminate() {}
    };
    this.global.Element.prototype.scrollIntoView ??= () => {};
    this.global.matchMedia ??= (media) => ({
      matches: false,
      media,
      addEventListener() {},
      removeEventListener() {},
    });
  }
}
