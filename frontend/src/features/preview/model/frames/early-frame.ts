import { createFrameElement } from './frame-element.ts';

/** A frame whose runner loads already while the scripts of the page around it are still on their way. */
export interface EarlyFrame {
  element: HTMLIFrameElement;
  origin: string;
  /** Its `load` event has come. */
  loaded: boolean;
  /** Whoever listens now hears what the frame has said so far; called once. */
  repeatMessages(): void;
}

/** It needs a process of its own, and that takes the browser longest. */
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
