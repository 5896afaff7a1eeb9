import type { EmbedProject } from '@studio/contract/http/projects';
import { buildDocument, insertFirst, toHtml } from '@studio/engine/build-document';

/** The empty page that takes a document from the editor. */
export function shellPage(runtime: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Preview</title>${runtime}</head><body></body></html>`;
}

/** A stored project as its own page, for embeds: the same engine as in the editor. */
export function renderedPage(project: EmbedProject, runtime: string): string {
  return insertFirst(toHtml(buildDocument(project)), runtime);
}

/** What somebody sees who opens an address of user code by itself: where it comes from, before anything runs. */
export function noticePage(projectUrl: string | null): string {
  const link = projectUrl
    ? `<p><a href="${projectUrl}" rel="noopener">Open the project in CodeStudio</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>A project preview</title><style>${noticeStyle}</style></head><body><main><h1>This address runs a user’s code</h1><p>It belongs to the preview of a project made with CodeStudio and shows nothing by itself. Never enter a password here.</p>${link}</main></body></html>`;
}

const noticeStyle =
  'body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#0f131a;color:#e6e9ef}main{max-width:32rem;padding:1.5rem}h1{font-size:1.25rem}a{color:#7cb0ff}';
