const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where this browser finds a card's picture. Names under `localhost` mean nothing on another machine than the studio's:
 * there the sandbox port of the host by which this page was opened has it too (DESIGN 3).
 */
export function cardAddress(cardUrl: string, openedBy: Location, { run }: { run: boolean }): string {
  const address = new URL(cardUrl);
  if (address.hostname.endsWith('.localhost') && !loopback.includes(openedBy.hostname))
    address.hostname = openedBy.hostname;
  if (run) address.searchParams.set('run', '1');
  return address.href;
}
