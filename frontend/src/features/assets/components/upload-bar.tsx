import { CircleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { useStore } from 'zustand';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { formatSize } from '@/lib/file-size.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { uploads } from '../model/page-uploads.ts';
import type { Sending, Stop } from '../model/upload-queue.ts';
import * as texts from '../texts.ts';

/** How far the upload is, or what it stopped at. */
export function UploadBar() {
  const { sending, stopped } = useStore(uploads);
  if (sending) return <Progress sending={sending} />;
  return stopped && <Stopped stop={stopped} />;
}

function Progress({ sending: { name, size, sent, number, total } }: { sending: Sending }) {
  const label = useId();
  // All is sent, but the server has yet to take it in.
  const share = size === 0 ? 0 : Math.floor((sent / size) * 100);
  return (
    <div className="flex shrink-0 items-center gap-3 border-b bg-panel px-3 text-sm">
      <p id={label} className="min-w-0 truncate">
        {bidiIsolate(name)}{' '}
        {total > 1 && <span className="text-faint">{texts.fileNumber(number, total)}</span>}
      </p>
      <ProgressBar aria-labelledby={label} max={100} value={share} />
      <p className="shrink-0 text-faint tabular-nums">{texts.sentOf(formatSize(sent), formatSize(size))}</p>
      <Button look="quiet" onClick={uploads.cancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}

function Stopped({ stop: { message, unsent } }: { stop: Stop }) {
  return (
    <div className="flex shrink-0 items-center gap-2 border-b bg-danger-soft pl-3 text-danger text-sm">
      <CircleAlert size={14} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 break-words py-1">
        {message} {unsent > 0 && texts.notSent(unsent)}
      </p>
      <IconButton label={texts.dismiss} icon={X} onClick={uploads.dismiss} />
    </div>
  );
}
