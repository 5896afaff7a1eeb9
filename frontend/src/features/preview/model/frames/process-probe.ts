import { addFrame, type ShellFrame } from './runner-frame';

/** A page that only was busy answers before this (ms), once another frame of its process answers. */
const grace = 400;

/** Finds out whether the process of a silent page is still there: frames of one origin share it. */
export interface ProcessProbe {
  readonly frame: ShellFrame | null;
  /** Adds a frame at the page's origin, which waits for the process as the page does, or gets a new one at once. */
  ask(silent: ShellFrame): void;
  /** The frame's shell has loaded: unless the page is heard of soon, its process has ended. */
  onReady(): void;
  /** The page was heard of, or is gone. */
  drop(): void;
}

/** `onCrash` is called where the process of the page that was asked for has ended. */
export function createProcessProbe(container: HTMLElement, onCrash: () => void): ProcessProbe {
  let frame: ShellFrame | null = null;
  return {
    get frame() {
      return frame;
    },
    ask(silent) {
      frame ??= addFrame(container, silent.origin);
    },
    onReady() {
      const asked = frame;
      setTimeout(() => asked && asked === frame && onCrash(), grace);
    },
    drop() {
      frame?.element.remove();
      frame = null;
    },
  };
}
