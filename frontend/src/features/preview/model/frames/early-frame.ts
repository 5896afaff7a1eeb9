import { createFrameElement } from './frame-element.ts';

/** A frame whose runner loads while the scripts of the page around it are still loading. */
export interface EarlyFrame {
  element: HTMLIFrameElement;
  origin: string;
  /** Its `load` event has fired. */
  loaded: boolean;
  /** Dispatches the frame's messages so far again, for listeners that were added later; called once. */
  repeatMessages(): void;
}

/** Starts early, because the frame needs its own process, which takes the browser longest. */
export function startEarlyFrame(container: Element | null, origin: string): EarlyFrame {
  const element = createFrameElement(origin);
  const messages: MessageEvent[] = [];
  const keep = (message: MessageEvent) => {
    if (message.source === element.contentWindow) messages.push(message);
  };
  const frame: EarlyFrame = {
    element,
    origin,
    loaded: false,
    repeatMessages() {
      removeEventListener('message', keep);
      for (const message of messages) window.dispatchEvent(message);
    },
  };
  element.addEventListener('load', () => {
    frame.loaded = true;
  });
  addEventListener('message', keep);
  container?.append(element);
  return frame;
}
