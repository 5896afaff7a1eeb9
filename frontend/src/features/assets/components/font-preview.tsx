import type { Asset } from '@studio/contract/http/assets';
import { useEffect } from 'react';
import { type ContentState, useContent } from '../api/use-content.ts';
import { ContentFrame } from './file-content.tsx';

const family = 'asset-preview';
const specimen = [
  'The quick brown fox jumps over the lazy dog',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789 !?&@%',
];
const sizes = [40, 24, 16];

/** The bytes are fetched, not linked: the page's policy takes no fonts from elsewhere. */
async function readFont(response: Response): Promise<FontFace> {
  return new FontFace(family, await response.arrayBuffer()).load();
}

/** A specimen of a font in several sizes. */
export function FontPreview({ asset: { url } }: { asset: Asset }) {
  const font = useContent(url, readFont);
  useShownFont(font);
  return (
    <ContentFrame state={font}>
      <div style={{ fontFamily: family }} className="grid grid-cols-1 gap-6 break-words p-6">
        {sizes.map((size) => (
          <div key={size} style={{ fontSize: size, lineHeight: 1.3 }}>
            {specimen.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))}
      </div>
    </ContentFrame>
  );
}

/** Lends the page the font for as long as it is shown. */
function useShownFont(font: ContentState<FontFace>): void {
  const face = font.status === 'loaded' ? font.content : null;
  useEffect(() => {
    if (!face) return;
    document.fonts.add(face);
    return () => void document.fonts.delete(face);
  }, [face]);
}
