import { type EmbedTheme, liveBlockPath } from '@studio/contract/embed';
import type { FenceLanguage } from '@studio/contract/fences';
import type {
  EditedSources,
  LiveBlockMessage,
  OpenLiveBlock,
  WaitingLiveBlock,
} from '@studio/contract/live-block';
import { framePermissions } from '@studio/contract/sandbox-frame';

/**
 * Options that a page sets on the element of the class `codestudio` or on the script: `data-tabs`, `data-theme`,
 * `data-height`, `data-run`.
 */
interface BlockOptions {
  tabs: string;
  theme: EmbedTheme;
  /** The height of a running block, in CSS pixels. */
  height: number;
  /** Runs as soon as it is visible. */
  runsWhenVisible: boolean;
}

const defaultHeight = 420;
const minHeight = 200;
const maxHeight = 2_000;
/** How long (ms) the studio may take to answer. */
const responseDeadlineMs = 15_000;
const sheetText =
  ':host{all:initial;display:block;position:sticky;left:0;bottom:0;height:0;z-index:1}' +
  'button{position:absolute;right:6px;bottom:6px;min-height:28px;padding:2px 14px;border:1px solid #fff8;border-radius:6px;background:#0a7563;color:#fff;font:600 13px/1.5 system-ui,sans-serif;cursor:pointer}' +
  'button:hover{background:#075c4e}button:focus-visible{outline:2px solid #0a7563;outline-offset:2px}' +
  'p{position:absolute;right:6px;bottom:42px;margin:0;padding:2px 8px;border-radius:6px;background:#12161e;color:#fff;font:13px/1.5 system-ui,sans-serif}' +
  '@media(pointer:coarse){button{min-width:44px;min-height:44px}p{bottom:58px}}';
let sheet: CSSStyleSheet | undefined;

export function optionsOf(element: Element | null, script: HTMLElement): BlockOptions {
  const read = (name: string) =>
    element?.getAttribute(`data-${name}`) ?? script.getAttribute(`data-${name}`) ?? '';
  const theme = read('theme');
  return {
    tabs: read('tabs'),
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
    height: Math.min(maxHeight, Math.max(minHeight, Number(read('height')) || defaultHeight)),
    runsWhenVisible: read('run') === 'visible',
  };
}

/** Adds a Run button to neighbouring blocks of code. */
export function addLiveBlock(...block: ConstructorParameters<typeof LiveBlock>): LiveBlock {
  return new LiveBlock(...block);
}

/** Neighbouring blocks of code in a post; Run replaces them by a frame of the studio. */
class LiveBlock {
  readonly #studio: string;
  readonly #fences: readonly (readonly [Element, FenceLanguage | undefined])[];
  readonly #options: BlockOptions;
  #edited: EditedSources | null = null;
  /** Replaces the code once it has run: the frame, or an empty box of its height while it is out of sight. */
  #place: HTMLElement | null = null;

  constructor(
    studio: string,
    fences: readonly (readonly [Element, FenceLanguage | undefined])[],
    options: BlockOptions,
  ) {
    this.#studio = studio;
    this.#fences = fences;
    this.#options = options;
    const last = this.#pres.at(-1) as HTMLElement;
    this.#addButton(last);
    if (options.runsWhenVisible) this.#runInSight(last);
  }

  get #pres(): HTMLElement[] {
    return this.#fences.map(([pre]) => pre as HTMLElement);
  }

  /** In a shadow root, to isolate it from the page's styles, in an element that takes no space. */
  #addButton(parent: HTMLElement, note = ''): HTMLButtonElement {
    const host = document.createElement('codestudio-run');
    const root = host.attachShadow({ mode: 'open' });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(sheetText);
    }
    root.adoptedStyleSheets = [sheet];
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Run';
    button.onclick = () => this.#run(true);
    if (note) {
      const text = document.createElement('p');
      text.role = 'status';
      text.textContent = note;
      root.append(text);
    }
    root.append(button);
    parent.querySelector('codestudio-run')?.remove();
    parent.append(host);
    return button;
  }

  #runInSight(element: Element): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1)?.isIntersecting) return;
      observer.disconnect();
      this.#run(false);
    });
    observer.observe(element);
  }

  #run(byPerson: boolean): void {
    const pres = this.#pres;
    const first = pres[0] as HTMLElement;
    const frame = document.createElement('iframe');
    const { tabs, theme, height } = this.#options;
    const { marginTop, marginBottom } = getComputedStyle(first);
    frame.title = 'Live code';
    frame.allow = framePermissions;
    frame.src = `${this.#studio}${liveBlockPath}`;
    const size = this.#place?.style.height ?? `${height}px`;
    frame.style.cssText = `display:block;width:100%;height:${size};margin:${marginTop} 0 ${marginBottom};border:1px solid #8886;border-radius:6px;box-sizing:border-box`;
    let answered = false;
    const open = ({ source, origin, data, ports: [port] }: MessageEvent<WaitingLiveBlock | null>) => {
      if (!frame.isConnected) removeEventListener('message', open);
      const isFromFrame = source === frame.contentWindow && origin === this.#studio;
      if (!isFromFrame || data?.type !== 'codestudio:waiting' || !port) return;
      port.onmessage = ({ data: message }: MessageEvent<LiveBlockMessage>) => {
        answered = true;
        if (message.type === 'edited') this.#edited = message.sources;
      };
      const opened: OpenLiveBlock = {
        fences: this.#fences.flatMap(([pre, language]) =>
          language ? { language, code: pre.querySelector('code')?.textContent ?? '' } : [],
        ),
        edited: this.#edited,
        theme,
        tabs,
      };
      port.postMessage(opened);
    };
    addEventListener('message', open);
    for (const pre of pres) pre.style.setProperty('display', 'none', 'important');
    if (this.#place) this.#place.replaceWith(frame);
    else first.before(frame);
    this.#place = frame;
    if (byPerson) frame.focus();
    this.#releaseOutOfSight(frame);
    setTimeout(() => answered || this.#giveUp(frame), responseDeadlineMs);
  }

  /** Removes a frame far out of sight, which takes memory and a process, and keeps the code edited in it. */
  #releaseOutOfSight(frame: HTMLIFrameElement): void {
    let wasInSight = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) wasInSight = true;
        else if (wasInSight) {
          observer.disconnect();
          if (this.#place !== frame) return;
          const box = document.createElement('div');
          box.style.cssText = `${frame.style.cssText};display:flex;align-items:flex-end;justify-content:flex-end`;
          frame.replaceWith(box);
          this.#place = box;
          this.#addButton(box);
          if (this.#options.runsWhenVisible) this.#runInSight(box);
        }
      },
      { rootMargin: '100%' },
    );
    observer.observe(frame);
  }

  /** Shows the code again. */
  #giveUp(frame: HTMLIFrameElement): void {
    if (this.#place !== frame) return;
    const hadFocus = (frame.getRootNode() as Document | ShadowRoot).activeElement === frame;
    frame.remove();
    this.#place = null;
    for (const pre of this.#pres) pre.style.removeProperty('display');
    const button = this.#addButton(this.#pres.at(-1) as HTMLElement, 'CodeStudio does not answer');
    if (hadFocus) button.focus();
  }
}
