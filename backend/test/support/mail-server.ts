import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message with its headers, without the line breaks of quoted-printable. */
  message: string;
}

/** A mail server on loopback that accepts all mail except to `nobody@…`. */
export interface MailServer {
  /** For SMTP_URL, with a user and password that it checks. */
  url: string;
  received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** The first address on a line of its own. */
export function linkIn({ message }: ReceivedMail): URL {
  return new URL(/^https?:\/\/\S+$/m.exec(message.replaceAll('=3D', '='))?.[0] ?? '');
}

const [user, password] = ['studio', 'password of the mail server'];

/** With a certificate, which has to be for `localhost`, it accepts the password only over STARTTLS. */
export async function startMailServer(tls?: { key: string; cert: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(new Error('535 Wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? new Error(`550 ${address} is unknown`) : null),
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const message = await text(stream).catch(() => null);
      // The client has disconnected in the middle.
      if (message === null) return;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        // Joins the long lines that quoted-printable has split.
        message: message.replaceAll('=\r\n', ''),
      });
      done();
    },
  });
  // Emitted, too, if a client disconnects in the middle.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@${tls ? 'localhost' : '127.0.0.1'}:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
