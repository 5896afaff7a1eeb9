/** The separator of parts in all bodies below. */
export const boundary = 'a-line-between-parts';

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The headers of one part, by default a file as a browser sends it. */
export function partHead(filename: string, field = 'file'): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
}

export const bodyEnd = `\r\n--${boundary}--\r\n`;

/** A body with one file. Its name is used unchanged. */
export function fileBody(filename: string, content: Buffer | string, field?: string): Buffer {
  return Buffer.concat([Buffer.from(partHead(filename, field)), Buffer.from(content), Buffer.from(bodyEnd)]);
}
