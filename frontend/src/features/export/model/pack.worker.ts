import { projectFiles } from '@studio/engine/export/project-files';
import JSZip from 'jszip';
import type { PackAnswer, PackRequest } from './pack-messages.ts';

/** Packs a project in a thread of its own: compilers may be slow, and large texts take a while to compress. */
self.addEventListener('message', ({ data }: MessageEvent<PackRequest>) => {
  void pack(data).then((answer) => self.postMessage(answer));
});

async function pack({ project, moduleCdn, libraryOrigin }: PackRequest): Promise<PackAnswer> {
  try {
    const readLibrary = (path: string) => readText(`${libraryOrigin}${path}`);
    const files = await projectFiles(project, { moduleCdn, readLibrary });
    const zip = new JSZip();
    for (const [path, text] of Object.entries(files)) zip.file(path, text);
    return { zip: await zip.generateAsync({ type: 'blob', compression: 'DEFLATE' }) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}
