import { type EmbedOptions, embedPath, embedQuery } from '@studio/contract/embed';
import { writeProjectKey } from '@studio/contract/project-key';
import { framePermissions } from '@studio/contract/sandbox-frame';
import { escapeHtml } from '@studio/engine/html/escape-html';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';

/** An embed as its snippet shows it. */
export interface EmbedChoice extends EmbedOptions {
  /** CSS pixels like `640`, or a share of the page's width like `100%`. */
  width: string;
  /** CSS pixels. */
  height: string;
  /** The number of a published version; null: always the latest. */
  rev: number | null;
}

/** 100 % wide, 600 high (specification: Embed page). */
export const plainEmbed: EmbedChoice = {
  width: '100%',
  height: '600',
  tabs: [],
  theme: 'auto',
  runOnClick: false,
  rev: null,
};

export const isWidth = (text: string) => /^(?:[1-9]\d{0,3}|(?:[1-9]\d?|100)%)$/.test(text);
export const isHeight = (text: string) => /^[1-9]\d{0,3}$/.test(text);

/** A page of an ordinary width, in CSS pixels, for embeds that take a share of it. */
export const pageWidth = 960;

/** The size of the embed in CSS pixels, on a page of `pageWidth`. */
export function embedSize(width: string, height: string): { width: number; height: number } {
  const across = Number.parseInt(width, 10);
  return {
    width: width.endsWith('%') ? (pageWidth * across) / 100 : across,
    height: Number.parseInt(height, 10),
  };
}

/** The URL of the embed, with the options that differ from the defaults. */
export function embedAddress(origin: string, projectId: string, choice: EmbedChoice): string {
  const query = embedQuery(choice);
  const path = embedPath(writeProjectKey({ id: projectId, rev: choice.rev }));
  return `${origin}${path}${query === '' ? '' : `?${query}`}`;
}

/** The HTML of the frame that embeds a project, named by its title. */
export function embedSnippet(address: string, title: string, { width, height }: EmbedChoice): string {
  return `<iframe src="${address}" width="${width}" height="${height}" title="${escapeHtml(bidiIsolate(title))}" allow="${framePermissions}" style="border:0;max-width:100%"></iframe>`;
}
