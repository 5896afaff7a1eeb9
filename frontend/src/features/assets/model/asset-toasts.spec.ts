import type { Asset } from '@studio/contract/http/assets';
import { createFakeCall, type FakeResponse, notFound, unrouted } from '@/testing/fake-session.ts';
import { settled } from '@/testing/virtual-time.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import { manualCopy } from '@/ui/dialogs/copy-text.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import { type AssetCommands, createAssetCommands } from './asset-commands.ts';

const asset: Asset = {
  id: '0'.repeat(16),
  name: 'logo.png',
  url: 'http://assets.test/assets/k/logo.png',
  thumbnailUrl: null,
  size: 10,
  category: 'images',
  createdAt: '2026-11-01T00:00:00.000Z',
};
/** The server's response to a deletion; null: it is lost. */
let deleted: FakeResponse | null;
let commands: AssetCommands;

beforeEach(() => {
  deleted = { status: 204 };
  let isStored = true;
  const call = createFakeCall(({ method }) => {
    if (method !== 'DELETE') return isStored ? Response.json({ data: [] }) : responseOf(notFound);
    isStored = deleted?.status === 500 || deleted === unrouted;
    if (!deleted) throw new TypeError('Failed to fetch');
    return responseOf(deleted);
  });
  commands = createAssetCommands(call, {
    lastFocused: () => 'html',
    insert: () => undefined,
    useOf: () => null,
  });
});
afterEach(() => {
  shownToast.setState(null, true);
  manualCopy.setState(null, true);
  Reflect.deleteProperty(navigator, 'clipboard');
});

const responseOf = ({ status, body }: FakeResponse) =>
  new Response(body ? JSON.stringify(body) : null, { status });

function allowCopying() {
  const clipboard = { writeText: async () => undefined };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}

async function remove(): Promise<void> {
  const removing = commands.remove(asset);
  await settled();
  openQuestion.getState()?.answer(true);
  await removing;
}

test.each<[title: string, text: string | undefined, tone: 'danger' | undefined, act: () => unknown]>([
  ['Asset inserted', 'logo.png URL inserted into code', undefined, () => commands.insert(asset)],
  [
    'URL copied',
    'Asset URL copied to clipboard',
    undefined,
    () => {
      allowCopying();
      return commands.copyUrl(asset);
    },
  ],
  ['Copy failed', 'Failed to copy URL to clipboard', 'danger', () => commands.copyUrl(asset)],
  ['Asset download', 'logo.png', undefined, () => commands.download(asset)],
  ['Asset deleted', undefined, undefined, remove],
  [
    'Delete failed',
    'Failed to delete asset',
    'danger',
    () => {
      deleted = { status: 500 };
      return remove();
    },
  ],
  [
    'Asset deleted',
    undefined,
    undefined,
    () => {
      deleted = notFound;
      return remove();
    },
  ],
  [
    'Asset deleted',
    undefined,
    undefined,
    () => {
      deleted = null;
      return remove();
    },
  ],
  [
    'Delete failed',
    'Failed to delete asset',
    'danger',
    () => {
      deleted = unrouted;
      return remove();
    },
  ],
])('%s', async (title, text, tone, act) => {
  await act();
  const { id: _, ...shown } = shownToast.getState() ?? { id: 0 };
  expect({ description: undefined, tone: undefined, ...shown }).toEqual({ title, description: text, tone });
});

test('an address that the browser does not copy is shown, to be copied by hand', async () => {
  await commands.copyUrl(asset);
  expect(manualCopy.getState()).toBe(asset.url);
});
