import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A process that floods the sockets of the studio at the given address: bursts of a thousand packets, and frames of 2
 * MB, on connections that reconnect as soon as they are closed. It prints `on` whenever one is closed. Without an
 * address it floods a server of its own, to measure the load of the flood itself.
 */
const [, , url = await ownServer()] = process.argv;
const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
const lines = 10;

function flood(burst: (line: WebSocket) => void): void {
  const line = new WebSocket(address);
  line.addEventListener('open', () => burst(line));
  line.addEventListener('close', () => {
    process.stdout.write('on\n');
    // After a pause, because a process whose connections are refused constantly would only be busy with itself.
    setTimeout(() => flood(burst), 10);
  });
}

function manyPackets(line: WebSocket): void {
  line.send('40');
  const sending = setInterval(() => {
    for (let sent = 0; sent < 1_000; sent += 1) line.send('42["project:unwatch",{}]');
  }, 10);
  line.addEventListener('close', () => clearInterval(sending));
}

function oneLarge(line: WebSocket): void {
  line.send(`42["project:watch","${'x'.repeat(2_000_000)}"]`);
}

for (let line = 0; line < lines; line += 1) flood(line === 0 ? oneLarge : manyPackets);

async function ownServer(): Promise<string> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
