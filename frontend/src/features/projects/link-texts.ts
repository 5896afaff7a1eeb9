/** Texts of the Links dialog. */

import { limits } from '@studio/contract/limits';
import { countOf } from '@/lib/count-of.ts';

export const links = 'Links';
export const linksText =
  'Anybody with a link can view, embed and fork the project. It is not listed and cannot be found by search.';
export const publicText =
  'This project is public: everybody can find and open it without a link. If you choose “Open by link only”, it disappears from the lists and the links below are revoked.';
export const byLinkAlone = 'Open by link only';
export const loadingLinks = 'Loading links...';
export const linksFailed = 'Failed to load links';
export const noLinks = 'No links yet';
export const noLinksText = 'Nobody else can see this project.';
export const noLinksButEmbed = 'Embedding is on: anybody can see its embed.';
export const linkName = 'Name';
export const linkNameHint = 'Who gets it, such as Friends';
export const expires = 'Expires';
export const createLink = 'Create link';
export const copyLink = 'Copy link';
export const copyEmbed = 'Copy embed code';
export const embedCopied = 'Embed code copied';
export const linkCopied = 'Link copied';
export const revoke = 'Revoke';
export const revokeLink = 'Revoke link';
export const revokeQuestion = (name: string) =>
  `Revoke ${name}? Whoever has the link can no longer open the project. This action cannot be undone.`;
export const revokeFailed = 'Failed to revoke the link';
export const revoked = 'Link revoked';
export const noAddress =
  'This link still works, but its address can no longer be shown: the server’s signing key has changed.';
export const never = 'Never';
export const expired = 'Expired';
export const full = `A project has at most ${limits.linksPerProject} links. Revoke one to create another.`;

export const viewsOf = (count: number) => countOf(count, 'view');

export const expiries = [
  { value: 'never', label: never },
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
] as const;
