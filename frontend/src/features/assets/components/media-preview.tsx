import { type Asset, extensionOf } from '@studio/contract/http/assets';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import * as texts from '../texts.ts';

/** A picture, a sound or a film, straight from where it lies. */
export function MediaPreview({ asset: { category, name, url } }: { asset: Asset }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const show = () => setState('shown');
  const fail = () => setState('failed');
  if (state === 'failed') {
    return <EmptyState icon={FileX} title={texts.cannotShow} text={texts.unplayable} />;
  }
  return (
    <div className="relative grid min-h-0 flex-1 place-items-center p-4">
      {state === 'loading' && (
        <p role="status" className="absolute flex items-center gap-2 text-muted">
          <Spinner />
          {texts.loading}
        </p>
      )}
      {category === 'images' ? (
        <img
          src={url}
          alt={name}
          onLoad={show}
          onError={fail}
          className="max-h-full min-h-0 max-w-full object-contain"
        />
      ) : extensionOf(name) === 'mp3' ? (
        <audio
          controls
          aria-label={name}
          src={url}
          onLoadedMetadata={show}
          onError={fail}
          className="w-full max-w-120"
        />
      ) : (
        <video
          controls
          aria-label={name}
          src={url}
          onLoadedMetadata={show}
          onError={fail}
          className="max-h-full min-h-0 max-w-full"
        />
      )}
    </div>
  );
}
