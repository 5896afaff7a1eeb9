/*
 * A process that opens many sockets of one user at once: the arguments are the studio's address, the user's token and
 * the number of sockets. It prints how many are still open once the studio has let each of them in or closed it.
 */
const [, , url = '', token = '', count = ''] = process.argv;
const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;

/** Resolves once it is let in and an event of it is answered, or once it is closed. */
function openSocket(): Promise<WebSocket> {
  const line = new WebSocket(address);
  return new Promise((answered) => {
    line.addEventListener('open', () => line.send(`40${JSON.stringify({ token })}`));
    line.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('40')) line.send('420["project:unwatch",{"projectId":"0000000000000000"}]');
      if (String(data).startsWith('430')) answered(line);
    });
    line.addEventListener('error', () => undefined);
    line.addEventListener('close', () => answered(line));
  });
}

const lines = await Promise.all(Array.from({ length: Number(count) }, openSocket));
process.stdout.write(`${lines.filter(({ readyState }) => readyState === WebSocket.OPEN).length}\n`);
