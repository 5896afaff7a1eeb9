import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { embedSandbox, previewTitle, sandboxOrigin } from '@studio/contract/preview';

const style = `*{box-sizing:border-box}html,body{height:100%;margin:0}body{font:14px/1.5 system-ui,sans-serif;background:#fff;color:#1b1f27}
iframe{position:fixed;inset:0;width:100%;height:100%;border:0}
.state{position:fixed;inset:0;display:grid;place-content:center;justify-items:center;gap:8px;padding:24px;text-align:center;background:#fff}
.spinner{width:24px;height:24px;border:2px solid #d5dae3;border-top-color:#4b5568;border-radius:50%;animation:spin .8s linear infinite}
h1{font-size:18px;margin:0}p{margin:0;color:#4b5568}
.open{position:fixed;right:8px;bottom:8px;padding:6px 10px;border-radius:6px;background:#12161ee6;color:#fff;font-size:12px;text-decoration:none}
.open:hover,.open:focus-visible{background:#000}.open:focus-visible{outline:2px solid #7cb0ff;outline-offset:2px}
@keyframes spin{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){.spinner{animation:none}}
@media(prefers-color-scheme:dark){.state{background:#12161e;color:#e6e9ef}p{color:#a9b2c3}}`;

/**
 * Hides the state once the project has painted; brings the project back when it navigated to an empty shell; tries the
 * shared origin when the project's own host does not answer; says so when nothing loads at all.
 */
const script = `(()=>{const q=s=>document.querySelector(s);
addEventListener('message',e=>{const f=q('iframe'),t=e.data?.type;if(e.source!==f?.contentWindow||e.origin!==new URL(f.src).origin)return;
if(t==='studio:painted')q('.state')?.remove();if(t==='studio:ready')f.src=f.src});
setTimeout(()=>{const f=q('iframe'),u=new URL(f.src);if(q('.state')&&u.hostname.endsWith('.localhost')){u.hostname=location.hostname;f.src=u}},3000);
setTimeout(()=>{const s=q('.state');if(s)s.lastChild.textContent='Project not found'},15000)})()`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The embed's own policy: it runs its one script, frames the sandbox, and may itself be framed by anybody. */
export function embedPolicy(frameSources: string[]): string {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    `frame-src ${frameSources.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

export interface EmbedTarget {
  id: string;
  title: string;
  sandboxUrl: string;
}

/** SPEC 2 Embed page: 'Loading project...', then the project, full screen in a sandbox. */
export function embedPage({ id, title, sandboxUrl }: EmbedTarget): string {
  return page(
    title,
    // Before the frame, which could have painted by the time that a later script listens.
    `<script>${script}</script>` +
      `<iframe title="${previewTitle}" sandbox="${embedSandbox}" referrerpolicy="origin" src="${sandboxOrigin(sandboxUrl, id)}/rendered/${id}"></iframe>` +
      '<div class="state" role="status"><span class="spinner"></span><span>Loading project...</span></div>' +
      `<a class="open" href="/project/${id}" target="_blank" rel="noopener">Open in CodeStudio</a>`,
  );
}

/** SPEC 2 and 8: an embed that cannot be shown. The name of the status comes from our own table, never from a proxy. */
export function embedErrorPage(status: 404 | 503): string {
  const message =
    status === 404
      ? 'Project not found or not accessible for embedding'
      : 'The studio cannot answer now. Try again in a moment.';
  return page(
    'Project Not Available',
    `<main class="state"><h1>Project Not Available</h1><p>${message}</p><p><small>HTTP ${status}: ${STATUS_CODES[status]}</small></p></main>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
