import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The scripts that stand before user code, and those of the page around an embed, as `frontend/sandbox` builds them. */
export interface RuntimeFiles {
  runner: string;
  rendered: string;
  embed: string;
  embedTabs: string;
  embedLive: string;
}

export function readRuntimeFiles(): RuntimeFiles {
  const read = (name: string) =>
    readFileSync(
      fileURLToPath(new URL(`../../../frontend/dist/sandbox/${name}.js`, import.meta.url)),
      'utf8',
    );
  return {
    runner: read('runner'),
    rendered: read('rendered'),
    embed: read('embed-frame'),
    embedTabs: read('embed-tabs'),
    embedLive: read('embed-live'),
  };
}

/** The runtime as an element: it reads its attribute and takes itself out of the page. */
export function runtimeElement(script: string, hosts: string[]): string {
  return `<script data-hosts="${hosts.join(' ')}">${script.replaceAll('</script', '<\\/script')}</script>`;
}
