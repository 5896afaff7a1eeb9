import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const boundary = 'studio-bench-boundary';

export interface UploadedFile {
  name: string;
  content: readonly Buffer[];
}

/** Sends a file as a form does. Resolves with the body of the response. @throws if it is not 201 */
export async function upload(url: string, file: UploadedFile, token?: string): Promise<string> {
  const body = [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    ...file.content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const sending = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': body.reduce((size, chunk) => size + chunk.length, 0),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(body), sending);
  const [response] = await answered;
  const responseText = await text(response);
  if (response.statusCode !== 201) throw new Error(`${url} answered ${response.statusCode}: ${responseText}`);
  return responseText;
}
