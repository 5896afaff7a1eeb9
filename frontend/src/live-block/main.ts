import './live-block.css';
import '@/config/zod-under-csp.ts';
import { type LiveBlockMessage, type OpenLiveBlock, projectOfFences } from '@studio/contract/live-block';
import { readStudioConfig } from '@/config/studio-config.ts';
import { showBlock } from './block.ts';
import { element } from './elements.ts';

/**
 * The page at /embed/new, which `live.js` puts in the place of a post's code. It takes the code from the page around it alone, once,
 * and answers by the port that comes with it. Any site may be that page: what it hands over runs on an origin of its own,
 * and nothing is stored.
 */
addEventListener(
  'message',
  function take({ data, source, ports }: MessageEvent<Partial<OpenLiveBlock> | null>) {
    const [port] = ports;
    if (source !== parent || parent === window || data?.type !== 'codestudio:open' || !port) return;
    removeEventListener('message', take);
    const send = (message: LiveBlockMessage) => port.postMessage(message);
    send({ type: 'ready' });
    const { fences = [], edited = null, theme = 'auto', tabs = '' } = data;
    if (theme !== 'auto') document.documentElement.dataset['theme'] = theme;
    const given = projectOfFences(fences);
    if (!given.ok) return fail(given.message);
    showBlock({
      project: given.project,
      edited,
      tabs,
      config: readStudioConfig(document),
      onEdit: (sources) => send({ type: 'edited', sources }),
    });
  },
);

function fail(reason: string): void {
  const title = element('strong', { textContent: 'This code cannot be run' });
  document.body.replaceChildren(element('p', { className: 'message', role: 'alert' }, title, ` ${reason}`));
}
