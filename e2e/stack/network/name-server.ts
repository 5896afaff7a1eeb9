import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const types = { address: 1, service: 33 };
const headerBytes = 12;
/** A compressed name: a pointer to the name in the question. */
const askedName = Buffer.from([0xc0, headerBytes]);

/** A DNS server on loopback. */
export interface NameServer {
  /** `host:port`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * Answers SRV queries for names like `_app._tcp.replicas.test` with the given ports (RFC 2782), and address queries for
 * any name with 127.0.0.1. In a swarm, Docker's name server returns the addresses of all replicas; here ports differ.
 */
export async function startNameServer(services: Record<string, readonly number[]>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, client) => socket.send(respond(query, services), client.port, client.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function respond(query: Buffer, services: Record<string, readonly number[]>): Buffer {
  const { name, end } = readName(query);
  const type = query.readUInt16BE(end);
  const records =
    type === types.service
      ? (services[name] ?? []).map((port, index) => record(type, serviceData(port, index)))
      : type === types.address
        ? [record(type, Buffer.from([127, 0, 0, 1]))]
        : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x81_80, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(headerBytes, end + 4), ...records]);
}

/** A resource record with a TTL of one second. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(1, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([askedName, head, data]);
}

/** Priority, weight, port and host. Hosts differ, because HAProxy takes two services on one host for the same. */
function serviceData(port: number, index: number): Buffer {
  const numbers = Buffer.alloc(6);
  numbers.writeUInt16BE(1, 2);
  numbers.writeUInt16BE(port, 4);
  const machine = `replica-${index}`;
  return Buffer.concat([numbers, Buffer.from(`${String.fromCodePoint(machine.length)}${machine}\x04test\0`)]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  while (query.readUInt8(at) > 0) {
    const length = query.readUInt8(at);
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}
