import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type EmbedTab, embedGone, embedSandbox } from '@studio/contract/embed';
import { framePermissions } from '@studio/contract/frame-permissions';
import type { EmbedProject } from '@studio/contract/http/projects';
import { previewTitle, sandboxOrigin } from '@studio/contract/preview';
import { escapeHtml } from '../../common/text-format.js';
import type { EmbedOptions } from './embed-options.js';
import { embedStyle } from './embed-style.js';
import { sourceListing } from './source-listing.js';

/** The scripts of an embed page, as `frontend/sandbox` builds them. */
export interface EmbedScripts {
  embed: string;
  embedTabs: string;
  /** Fetched by the page once the project has run. */
  embedLive: string;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The embed's own policy: it runs its own scripts, frames the sandbox, asks its studio alone, and may itself be framed by anybody. */
export function embedPolicy(
  { embed, embedTabs }: EmbedScripts,
  frameSources: string[],
  socketSource: string,
): string {
  return [
    "default-src 'none'",
    `script-src ${hash(embed)} ${hash(embedTabs)} 'self'`,
    `style-src ${hash(embedStyle)}`,
    `connect-src 'self' ${socketSource}`,
    `frame-src ${frameSources.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

/** SPEC 2 Embed page: 'Loading project...', then the project in a sandbox; its sources beside it where tabs are asked for. `tags` are HTML for its head. */
export function embedPage(
  project: EmbedProject,
  options: EmbedOptions,
  scripts: EmbedScripts,
  sandboxUrl: string,
  tags: string,
): string {
  const result = resultView(project.id, options, sandboxUrl);
  const body =
    options.tabs.length === 0
      ? `<main class="result">${result}</main>`
      : tabbed(project, options.tabs, result) + scriptElement(scripts.embedTabs);
  return page(project.title, body + scriptElement(scripts.embed), options.theme, tags);
}

/** What is seen at once loads with the page. Anything else gets its address from the script, when somebody asks for it. */
function resultView(id: string, { runOnClick, tabs }: EmbedOptions, sandboxUrl: string): string {
  const isSeen = !runOnClick && (tabs[0] ?? 'result') === 'result';
  return (
    `<iframe title="${previewTitle}" sandbox="${embedSandbox}" allow="${framePermissions}" referrerpolicy="origin" ${isSeen ? 'src' : 'data-src'}="${sandboxOrigin(sandboxUrl, id)}/rendered/${id}"></iframe>` +
    `<div class="state" role="status">${runOnClick ? '' : 'Loading project...'}</div>` +
    (runOnClick ? '<div class="start"><button class="run" type="button">Run</button></div>' : '') +
    `<div class="corner"><button class="stop" type="button" hidden>Stop</button><a href="/report/${id}" target="_blank" rel="noopener">Report</a><a href="/project/${id}" target="_blank" rel="noopener">Open in CodeStudio</a></div>`
  );
}

const tabNames: Record<EmbedTab, string> = { html: 'HTML', css: 'CSS', js: 'JavaScript', result: 'Result' };

function tabbed(project: EmbedProject, tabs: EmbedTab[], result: string): string {
  const buttons = tabs.map(
    (tab, place) =>
      `<button role="tab" type="button" id="tab-${tab}" aria-controls="panel-${tab}" aria-selected="${place === 0}" tabindex="${place === 0 ? 0 : -1}">${tabNames[tab]}</button>`,
  );
  const panel = (tab: EmbedTab, place: number) =>
    `<div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}"${place === 0 ? '' : ' hidden'}>${tab === 'result' ? result : sourceListing(project[tab], tabNames[tab])}</div>`;
  // The script needs a frame to show: without a tab of its own the result stays where nobody sees it.
  const unseen = tabs.includes('result') ? '' : `<div hidden>${result}</div>`;
  return `<div role="tablist" aria-label="Project">${buttons.join('')}</div>${tabs.map(panel).join('')}${unseen}`;
}

/** SPEC 2 and 8: an embed that cannot be shown, 410 after a takedown. The name of the status comes from our own table, never from a proxy. */
export function embedErrorPage(status: 404 | 410 | 503, theme: EmbedOptions['theme']): string {
  const message =
    status === 503 ? 'The server cannot answer right now. Try again in a moment.' : embedGone.text;
  return page(
    embedGone.title,
    `<main class="state"><h1>${embedGone.title}</h1><p>${message}</p><p><small>HTTP ${status}: ${STATUS_CODES[status]}</small></p></main>`,
    theme,
  );
}

function scriptElement(script: string): string {
  return `<script>${script}</script>`;
}

function page(title: string, body: string, theme: EmbedOptions['theme'], tags = ''): string {
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${tags}<style>${embedStyle}</style></head><body>${body}</body></html>`;
}
