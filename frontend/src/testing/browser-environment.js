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

const inSight = { x: 100, y: 100, left: 100, top: 100, right: 110, bottom: 110, width: 10, height: 10 };

/** jsdom with the network, streams and observers that the page takes for granted. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, fromNode);
    this.global.Element.prototype.hasPointerCapture ??= () => false;
    this.global.Element.prototype.setPointerCapture ??= () => {};
    // It lays nothing out, which would have everything out of sight.
    const { document, innerWidth, innerHeight, Element } = this.global;
    Object.defineProperties(document.documentElement, {
      clientWidth: { value: innerWidth },
      clientHeight: { value: innerHeight },
    });
    Element.prototype.getBoundingClientRect = () => ({ ...inSight });
    this.global.Range.prototype.getClientRects ??= () => [];
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
