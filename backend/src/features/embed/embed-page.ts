import { STATUS_CODES } from 'node:http';
import {
  type EmbedOptions,
  type EmbedTab,
  type EmbedTheme,
  embedGone,
  embedSandbox,
} from '@studio/contract/embed';
import type { EmbedProject } from '@studio/contract/http/projects';
import { type ProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { framePermissions, previewTitle, renderedPath, sandboxOrigin } from '@studio/contract/sandbox-frame';
import { inlineSource, programSources } from '../../common/http/security-headers.js';
import { escapeHtml } from '../../common/text-format.js';

/** The scripts of an embed page, as `frontend/sandbox` builds them. */
export interface EmbedScripts {
  embed: string;
  embedTabs: string;
  /** Loaded by the page after the project has run, or when it is late. */
  embedLive: string;
  /** For pages of other sites: adds a Run button to code in posts. */
  live: string;
}

/**
 * The CSP of embeds, for the sources of their frames: only their own scripts, frames of the sandbox, and requests to
 * this studio. Without `frame-ancestors` any page may frame them; `*` leaves out files and pages without an origin.
 */
export function embedPolicy(
  { embed, embedTabs }: EmbedScripts,
  socketSource: string,
): (frameSources: string[]) => string {
  const scriptSources = `${inlineSource(embed)} ${inlineSource(embedTabs)} 'self'`;
  const styleSource = inlineSource(embedStyle);
  return (frameSources) =>
    [
      "default-src 'none'",
      `script-src ${scriptSources}`,
      `style-src ${styleSource}`,
      `connect-src 'self' ${socketSource}`,
      `frame-src ${[...frameSources, ...programSources].join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
}

/**
 * The CSP of /embed/new, which receives a post's code from the surrounding page: only the studio's own scripts, the
 * inline script of the build, frames of the sandbox, and the form that opens the code in the studio. Any page may frame
 * it, as an embed.
 */
export function liveBlockPolicy(page: string, frameSources: string[]): string {
  const sourceOf = (element: string) =>
    inlineSource(page.split(`<${element}>`)[1]?.split(`</${element}>`)[0] ?? '');
  return [
    "default-src 'none'",
    `script-src 'self' ${sourceOf('script')}`,
    `style-src ${sourceOf('style')}`,
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${[...frameSources, ...programSources].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** The addresses in an embed. */
export interface EmbedAddresses {
  /** The address of the running project. */
  frame: string;
  /** How much of the embed's address the frame receives as its referrer. */
  referrerPolicy: 'origin' | 'no-referrer';
  report: string;
  studio: string;
}

/** The addresses of an embed that names its project. */
export function embedAddresses(key: ProjectKey, sandboxUrl: string): EmbedAddresses {
  const address = writeProjectKey(key);
  return {
    frame: `${sandboxOrigin(sandboxUrl, key.id)}${renderedPath(address)}`,
    referrerPolicy: 'origin',
    report: `/report/${address}`,
    studio: `/project/${address}`,
  };
}

/**
 * 'Loading project...', then the project in a sandbox (specification: Embed page); with tabs, its sources too. `tags`
 * is HTML for the head.
 */
export function embedPage(
  project: Omit<EmbedProject, 'id'>,
  addresses: EmbedAddresses,
  options: EmbedOptions,
  scripts: EmbedScripts,
  tags: string,
): string {
  const links = projectLinks(addresses);
  const body =
    options.tabs.length === 0
      ? `<main class="result">${resultView(addresses, options, links)}</main>`
      : tabbed(project, options.tabs, resultView(addresses, options), links) +
        scriptElement(scripts.embedTabs);
  return page(project.title, body + scriptElement(scripts.embed), options.theme, tags);
}

function projectLinks({ report, studio }: EmbedAddresses): string {
  return `<a href="${report}" target="_blank" rel="noopener">Report</a><a href="${studio}" target="_blank" rel="noopener">Open in CodeStudio</a>`;
}

/**
 * A frame that is visible at once loads with the page. The script loads any other when it is opened. `links` lie over
 * the project: only tabs have a bar for them.
 */
function resultView(
  { frame, referrerPolicy }: EmbedAddresses,
  { runOnClick, tabs }: EmbedOptions,
  links = '',
): string {
  const isSeen = !runOnClick && (tabs[0] ?? 'result') === 'result';
  return (
    `<iframe title="${previewTitle}" sandbox="${embedSandbox}" allow="${framePermissions}" referrerpolicy="${referrerPolicy}" ${isSeen ? 'src' : 'data-src'}="${escapeHtml(frame)}"></iframe>` +
    `<div class="state" role="status">${runOnClick ? '' : 'Loading project...'}</div>` +
    (runOnClick ? '<div class="start"><button class="run" type="button">Run</button></div>' : '') +
    (isSeen ? '' : '<noscript><p class="state">Turn on JavaScript to run this project.</p></noscript>') +
    `<div class="corner"><span class="note" role="status"></span><button class="stop" type="button" hidden>Stop</button>${links}</div>`
  );
}

const tabNames: Record<EmbedTab, string> = { html: 'HTML', css: 'CSS', js: 'JavaScript', result: 'Result' };

function tabbed(project: Omit<EmbedProject, 'id'>, tabs: EmbedTab[], result: string, links: string): string {
  const buttons = tabs.map(
    (tab, place) =>
      `<button role="tab" type="button" id="tab-${tab}" aria-controls="panel-${tab}" aria-selected="${place === 0}" tabindex="${place === 0 ? 0 : -1}">${tabNames[tab]}</button>`,
  );
  const panel = (tab: EmbedTab, place: number) =>
    `<div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}"${place === 0 ? '' : ' hidden'}>${tab === 'result' ? result : sourceListing(project[tab], tabNames[tab])}</div>`;
  // The script needs a frame; without a Result tab it stays hidden.
  const unseen = tabs.includes('result') ? '' : `<div hidden>${result}</div>`;
  const hint =
    tabs.length > 1
      ? '<noscript><p class="hint">Turn on JavaScript to see the other tabs.</p></noscript>'
      : '';
  const bar = `<div class="bar"><div role="tablist" aria-label="Project">${buttons.join('')}</div><div class="links">${links}</div></div>`;
  return `${hint}${bar}${tabs.map(panel).join('')}${unseen}`;
}

/**
 * An embed that cannot be shown, 410 after a takedown (specification: Embed page). The text of the status is ours,
 * never a proxy's.
 */
export function embedErrorPage(status: 404 | 410 | 429 | 503, theme: EmbedTheme): string {
  const reason = status in embedErrors ? `<p>${embedErrors[status]}</p>` : '';
  return page(
    embedGone.title,
    `<main class="state"><h1>${embedGone.title}</h1><p>${embedGone.text}</p>${reason}<p><small>HTTP ${status}: ${STATUS_CODES[status]}</small></p></main>`,
    theme,
  );
}

const embedErrors: Partial<Record<number, string>> = {
  429: 'That was too many requests at once. Try again in a minute.',
  503: 'The server cannot answer right now. Try again in a moment.',
};

function scriptElement(script: string): string {
  return `<script>${script}</script>`;
}

function page(title: string, body: string, theme: EmbedTheme, tags = ''): string {
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${tags}<style>${embedStyle}</style></head><body>${body}</body></html>`;
}

/**
 * The styles of an embed. Each colour is defined once, for light and dark. `data-theme` chooses, else the reader's
 * system.
 */
const embedStyle = `:root{color-scheme:light dark;--ground:light-dark(#fff,#12161e);--bar:light-dark(#f5f6f8,#1a202b);--line:light-dark(#dfe3e8,#2d3543);--ink:light-dark(#171c24,#e6e9ef);--muted:light-dark(#4d5765,#a9b2c3);--accent:light-dark(#0a7563,#5ad1bb);--on-accent:light-dark(#fff,#0c1118)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}[hidden]{display:none!important}html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:14px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--ink)}
h1{font-size:18px;margin:0}p{margin:0;color:var(--muted)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.bar{display:flex;flex:none;flex-wrap:wrap;background:var(--bar);border-bottom:1px solid var(--line)}
[role=tablist]{display:flex;max-width:100%;overflow-x:auto}
.links{display:flex;align-items:center;margin-left:auto;padding:0 4px}.links>a{padding:4px 8px;font-size:12px;color:var(--muted);text-decoration:none}.links>a:hover{color:var(--ink);text-decoration:underline}
[role=tab]{font:inherit;min-height:36px;padding:0 14px;border:0;border-bottom:2px solid transparent;background:none;color:var(--muted);cursor:pointer}
[role=tab][aria-selected=true]{color:var(--ink);border-color:var(--accent)}
[role=tabpanel],.result{position:relative;flex:1;min-height:0}
pre{height:100%;margin:0;padding:8px 0;overflow:auto;font:13px/1.6 ui-monospace,monospace;tab-size:2;counter-reset:line}
.line::before{counter-increment:line;content:counter(line);display:inline-block;width:3.5em;padding-right:1em;text-align:right;color:var(--muted);user-select:none}
.cut{display:block;padding:8px 12px;color:var(--muted);user-select:none}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;background:#fff}
.state,.start{position:absolute;inset:0;display:grid;place-content:center;padding:24px;text-align:center;background:var(--ground)}
.state p{margin-top:8px}.hint{padding:8px 14px}
@media (scripting:none){.state[role=status],.start{display:none}}
.run{min-height:36px;padding:0 24px;border:0;border-radius:6px;font:inherit;font-weight:600;background:var(--accent);color:var(--on-accent);cursor:pointer}
.run:focus-visible{outline-offset:2px}
.corner{position:absolute;right:8px;bottom:8px;margin-left:8px;display:flex;gap:8px}
.note:empty{display:none}.corner>*{padding:6px 10px;border:0;border-radius:6px;background:#12161ee6;color:#fff;font:12px/1.5 system-ui,sans-serif;text-decoration:none;cursor:pointer}
.corner>:hover,.corner>:focus-visible{background:#000}.corner>:focus-visible{outline:2px solid #7cb0ff;outline-offset:2px}
@media (pointer:coarse){[role=tab],.run,.links>a,.corner>:is(a,button){min-width:44px;min-height:44px}.links>a,.corner>a{display:grid;align-content:center}}
@media (forced-colors:active){[role=tab][aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}}`;

/** How many lines of a source a tab shows; the rest is in the studio. */
const maxLines = 2_000;
/** In characters. */
const maxText = 131_072;

/** A source as text, with line numbers that are not copied. A very long one is cut, and the last line says so. */
function sourceListing(text: string, name: string): string {
  const end = listedEnd(text);
  const lines = text.slice(0, end).split('\n');
  const spans = lines.map((line) => `<span class="line">${escapeHtml(line)}\n</span>`);
  return `<pre tabindex="0" aria-label="${name}">${spans.join('')}${end < text.length ? cutNotice(text, end) : ''}</pre>`;
}

/** The offset at which a listing ends. */
function listedEnd(text: string): number {
  let end = -1;
  for (let line = 0; line < maxLines && end < maxText; line += 1) {
    const next = text.indexOf('\n', end + 1);
    end = next < 0 ? text.length : next;
  }
  end = Math.min(end, maxText);
  // A line feed at the end is not another line.
  if (end >= text.length - 1) return text.length;
  const isWithinCharacter = !text.slice(0, end).isWellFormed();
  return isWithinCharacter ? end - 1 : end;
}

function cutNotice(text: string, end: number): string {
  const left = (text.length - end).toLocaleString('en');
  return `<span class="cut">… ${left} more characters are in the project.</span>`;
}
