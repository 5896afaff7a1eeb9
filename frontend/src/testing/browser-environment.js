import { TestEnvironment } from 'jest-environment-jsdom';

/** Globals of all current browsers that jsdom lacks, taken from Node, which implements the same standards. */
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

/** jsdom with the network, streams and observers that the page uses. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, fromNode);
    this.global.Element.prototype.hasPointerCapture ??= () => false;
    this.global.Element.prototype.setPointerCapture ??= () => {};
    // jsdom has no layout, so every element would be out of view.
    const { document, innerWidth, innerHeight, Element } = this.global;
    Object.defineProperties(document.documentElement, {
      clientWidth: { value: innerWidth },
      clientHeight: { value: innerHeight },
    });
    Element.prototype.getBoundingClientRect = () => ({ ...inSight });
    this.global.Range.prototype.getClientRects ??= () => [];
    // jsdom cannot type into a text box; false reports that.
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
    // No workers and thus no compilers: previews are tested in real browsers.
    this.global.Worker ??= class {
      addEventListener() {}
      postMessage() {}
      terminate() {}
    };
    this.global.Element.prototype.scrollIntoView ??= () => {};
    // Enough to learn that a file can be read.
    this.global.Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer();
    this.global.matchMedia ??= (media) => ({
      matches: false,
      media,
      addEventListener() {},
      removeEventListener() {},
    });
  }
}
