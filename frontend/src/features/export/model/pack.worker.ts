import { assetsNamedBy, withFullAddresses } from '@studio/engine/export/assets/asset-references';
import { PackagesNotContained } from '@studio/engine/export/contain-packages';
import { importsForExport, projectFiles } from '@studio/engine/export/project-files';
import JSZip from 'jszip';
import type { ImportsRequest, PackProgress, PackRequest, PackResponse } from './export-project.ts';
import { fetchAssets } from './fetch-assets.ts';
import { packageReader } from './package-reader.ts';

/** Packs a project in a worker, because compiling and compressing may take long. */
self.addEventListener('message', ({ data }: MessageEvent<PackRequest | ImportsRequest>) => {
  void responseTo(data)
    .catch((error: unknown): PackResponse => {
      if (error instanceof PackagesNotContained) return { refusal: error.message };
      return { fault: error instanceof Error ? error.message : String(error) };
    })
    .then(respond);
});

async function responseTo(request: PackRequest | ImportsRequest): Promise<PackResponse> {
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
  let progress: PackProgress = { fetched: 0, of: 0, bytes: 0 };
  const onProgress = (latest: PackProgress) => {
    progress = latest;
    respond({ progress });
  };
  const assets = await fetchAssets(assetsUrl, addresses, onProgress);
  const readLibrary = (path: string) => readText(`${assetsUrl}${path}`);
  const readPackage = containsPackages ? packageReader(assetsUrl, progress, onProgress) : undefined;
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
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

function respond(message: PackResponse): void {
  self.postMessage(message);
}
