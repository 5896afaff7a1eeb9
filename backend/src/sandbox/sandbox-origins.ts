import { idPattern } from '../common/ids.js';
import { hostnameOf } from '../config/config.js';

/** The meaning of a host of the sandbox listener. */
export type SandboxHost = { kind: 'assets' } | { kind: 'project'; id: string | null };

export interface SandboxAddresses {
  /** `SANDBOX_URL`, with or without `{id}`. */
  sandboxUrl: string;
  assetsUrl: string;
  /** `PUBLIC_URL`; null: the app has the host by which it was opened. */
  publicUrl: string | null;
  /** The app's port, for its origins without `PUBLIC_URL`. */
  appPort: number;
}

/** A project's id, perhaps with a number: a new preview beside one that hangs has another origin. */
const projectLabel = new RegExp(`^(${idPattern})(?:-\\d{1,2})?$`);

/**
 * Whether a host serves users' files, which are never pages, or runs a project. `id` is null on a shared host.
 * `asked` is the Host header, to which some proxies append the default port, unlike browsers.
 */
export function readSandboxHost(asked: string, { sandboxUrl, assetsUrl }: SandboxAddresses): SandboxHost {
  const host = asked.replace(sandboxUrl.startsWith('https:') ? /:443$/ : /:80$/, '');
  if (host === new URL(assetsUrl).host) return { kind: 'assets' };
  const [before = '', after = ''] = sandboxUrl.replace(/^https?:\/\//, '').split('{id}');
  const label = host.slice(before.length, host.length - after.length);
  const isProject = host.startsWith(before) && host.endsWith(after);
  return { kind: 'project', id: (isProject && projectLabel.exec(label)?.[1]) || null };
}

/** The app's origins that a page on this host may talk to. */
export function appOrigins(askedHost: string, { publicUrl, appPort }: SandboxAddresses): string[] {
  if (publicUrl !== null) return [new URL(publicUrl).origin];
  // Each is written into a page.
  const hostname = hostnameOf(askedHost);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  if (!names.includes(hostname) && !hostname.endsWith('.localhost')) names.push(hostname);
  return names.map((name) => `http://${name}:${appPort}`);
}
