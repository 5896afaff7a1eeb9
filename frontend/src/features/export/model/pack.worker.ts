import { assetsNamedBy, withFullAddresses } from '@studio/engine/export/assets/asset-references';
import type { PackageContent } from '@studio/engine/export/contain-packages';
import { importsForExport, projectFiles } from '@studio/engine/export/project-files';
import JSZip from 'jszip';
import type { ImportsRequest, PackRequest, PackResponse } from './export-project.ts';
import { fetchAssets } from './fetch-assets.ts';

/** Packs a project in a worker, because compiling and compressing may take long. */
self.addEventListener('message', ({ data }: MessageEvent<PackRequest | ImportsRequest>) => {
  void answerTo(data)
    .catch((error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }))
    .then(answer);
});

async function answerTo(request: PackRequest | ImportsRequest): Promise<PackResponse> {
  return 'importsOf' in request ? { imports: await importsForExport(request.importsOf) } : pack(request);
}

async function pack({
  project: given,
  moduleCdn,
  assetsUrl,
  containsPackages,
}: PackRequest): Promise<PackResponse> {
  const project = withFullAddresses(given, assetsUrl);
  const addresses = assetsNamedBy(project, assetsUrl);
  const assets = await fetchAssets(assetsUrl, addresses, (progress) => answer({ progress }));
  const readLibrary = (path: string) => readText(`${assetsUrl}${path}`);
  const readPackage = containsPackages ? (path: string) => readFile(`${assetsUrl}${path}`) : undefined;
  const files = await projectFiles(project, { moduleCdn, readLibrary, readPackage, assets });
  return { zip: await zipped(files) };
}

/** Compresses texts only; most other files are compressed already. */
function zipped(files: Record<string, string | Uint8Array>): Promise<Blob> {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(files))
    zip.file(path, content, { compression: typeof content === 'string' ? 'DEFLATE' : 'STORE' });
  return zip.generateAsync({ type: 'blob' });
}

async function readText(address: string): Promise<string> {
  return (await get(address)).text();
}

async function readFile(address: string): Promise<PackageContent> {
  const response = await get(address);
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

function answer(message: PackResponse): void {
  self.postMessage(message);
}
