import './live-block.css';
import '@/config/zod-under-csp.ts';
import { type LiveBlockMessage, projectOfFences } from '@studio/contract/live-block';
import { readStudioConfig } from '@/config/studio-config.ts';
import { showBlock } from './block.ts';
import { element } from './elements.ts';
import type { LiveBlockStart } from './start.ts';

/**
 * The page at /embed/new, which `live.js` puts in place of a post's code. It accepts the code only from the page
 * around it, once, through a port, and answers there. Any site may be that page: the code runs on a separate origin,
 * and nothing is stored.
 */
async function open(start: LiveBlockStart): Promise<void> {
  const send = (message: LiveBlockMessage) => start.port.postMessage(message);
  const { fences, edited, theme, tabs } = await start.opened;
  send({ type: 'ready' });
  if (theme !== 'auto') document.documentElement.dataset['theme'] = theme;
  const given = projectOfFences(fences);
  if (!given.ok) return fail(given.message);
  showBlock({
    project: given.project,
    edited,
    tabs,
    config: readStudioConfig(document),
    start,
    onEdit: (sources) => send({ type: 'edited', sources }),
  });
}

function fail(reason: string): void {
  const title = element('strong', { textContent: 'This code cannot be run' });
  document.body.replaceChildren(element('p', { className: 'message', role: 'alert' }, title, ` ${reason}`));
}

if (window.liveBlockStart) void open(window.liveBlockStart);
