import { fencePanes } from '@studio/contract/fences';
import { addLiveBlock, optionsOf } from './live-block-in-post';

/**
 * `live.js`, for pages of other sites: adds one `Run` to neighbouring blocks of code within an element of the class
 * `codestudio`. Until it is pressed, nothing is requested and the page's layout does not change.
 */
declare global {
  interface Window {
    CodeStudio?: {
      /** Also searches a part of the page that the script cannot find itself, such as a shadow root. */
      scan(root: ParentNode): void;
    };
  }
}

/** How long (ms) after a change the page is searched again. */
const pauseMs = 100;
/** How long (ms) the first search waits at most for the page to be idle. */
const maxIdleWaitMs = 500;
const { currentScript } = document;
// An image in a post with `name="currentScript"` hides the real property.
const script =
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : (document.querySelector('script[src$="/live.js"]') as HTMLScriptElement);

function start(): void {
  const studio = new URL(script.src).origin;
  const seen = new WeakSet<Element>();
  const observed = new WeakSet<ParentNode>();

  function findBlocks(root: ParentNode): void {
    let group: Element[] = [];
    const close = () => {
      const [first] = group;
      const fences = group.map((pre) => [pre, languageOf(pre)] as const);
      if (first && fences.some(([, language]) => language && fencePanes[language] !== 'css'))
        addLiveBlock(studio, fences, optionsOf(first.closest('.codestudio'), script));
      group = [];
    };
    for (const code of root.querySelectorAll('.codestudio pre > code')) {
      const pre = code.parentElement as Element;
      const language = languageOf(pre);
      if (seen.has(pre) || !language) continue;
      seen.add(pre);
      const isNext =
        group.length > 0 &&
        follows(group.at(-1) as Element, pre) &&
        !group.some((other) => fencePanes[languageOf(other) ?? 'css'] === fencePanes[language]);
      if (!isNext) close();
      group.push(pre);
    }
    close();
  }

  function scan(root: ParentNode): void {
    findBlocks(root);
    if (observed.has(root)) return;
    observed.add(root);
    let waits = false;
    new MutationObserver(() => {
      if (waits) return;
      waits = true;
      setTimeout(() => {
        waits = false;
        findBlocks(root);
      }, pauseMs);
    }).observe(root, { childList: true, subtree: true });
  }

  window.CodeStudio = { scan };
  const scanPage = () => scan(document);
  // Safari has no requestIdleCallback.
  const scanWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(scanPage, { timeout: maxIdleWaitMs });
    else setTimeout(scanPage);
  };
  // Of neighbouring blocks, some may not have arrived yet.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scanWhenIdle);
  else scanWhenIdle();
}

/** The language of a block, by the first known class name; highlighters add their own. */
function languageOf(pre: Element): keyof typeof fencePanes | undefined {
  const names = pre.querySelector('code')?.className.match(/(?<=\blang(?:uage)?-)\w+/g) ?? [];
  return names.find((name) => Object.hasOwn(fencePanes, name)) as keyof typeof fencePanes | undefined;
}

/** Whether there is only white space between two blocks. */
function follows(one: Element, other: Element): boolean {
  let node = one.nextSibling;
  while (node && node !== other && node.nodeType !== Node.ELEMENT_NODE && !node.textContent?.trim())
    node = node.nextSibling;
  return node === other;
}

// A page may load the script twice. It may also contain an element with that id, which has no `scan`.
if (typeof window.CodeStudio?.scan === 'function') window.CodeStudio.scan(document);
else start();
