import { getDomain } from 'tldts';

/** The site of a host, as browsers define it: its registrable domain by the Public Suffix List, or the host itself. */
export function siteOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** Whether a host is its own site: each `x.localhost`, and each host directly below a public suffix. */
export function isSiteOfItsOwn(hostname: string): boolean {
  return getDomain(hostname, { allowPrivateDomains: true }) === hostname;
}
