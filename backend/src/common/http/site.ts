import { getDomain } from 'tldts';

/** What browsers call the site of a host: its registrable domain, by the Public Suffix List, or the host itself. */
export function siteOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** Whether no other host is of its site, but those below it: every `*.localhost`, and every host below a public suffix. */
export function isSiteOfItsOwn(hostname: string): boolean {
  return getDomain(hostname, { allowPrivateDomains: true }) === hostname;
}
