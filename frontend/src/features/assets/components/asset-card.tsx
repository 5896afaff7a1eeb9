import type { Asset, AssetCategory } from '@studio/contract/http/assets';
import {
  Braces,
  Copy,
  EllipsisVertical,
  FileText,
  Film,
  Image,
  type LucideIcon,
  Paintbrush,
  SquareFunction,
  Type,
} from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import { formatSize } from '@/lib/files/file-size.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Menu } from '@/ui/menu/menu.tsx';
import type { AssetCommands } from '../model/asset-commands.ts';
import * as texts from '../texts.ts';

/** The actions of a card. */
export interface CardCommands extends Omit<AssetCommands, 'remove'> {
  preview(asset: Asset): void;
  remove(asset: Asset): Promise<void>;
}

interface AssetCardProps {
  asset: Asset;
  commands: CardCommands;
  /** Its position among all cards, from 1, and their number. */
  position: number;
  total: number;
  /** The card that Tab reaches; arrow keys move to the others. */
  isEntry: boolean;
  onFocus: () => void;
  style: CSSProperties;
}

/** One asset: its picture, name and size, and what can be done with it (specification: Asset library). */
export function AssetCard({ asset, commands, position, total, isEntry, onFocus, style }: AssetCardProps) {
  const nameId = useId();
  const tabIndex = isEntry ? 0 : -1;
  return (
    <li
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={total}
      data-position={position}
      onFocus={onFocus}
      style={style}
      className="absolute top-0 left-0 flex flex-col justify-between rounded-lg border bg-raised p-2 focus-within:border-field"
    >
      <div className="flex min-w-0 gap-2.5">
        <Thumbnail asset={asset} />
        <div className="min-w-0 flex-1">
          <h3
            id={nameId}
            dir="auto"
            title={asset.name}
            className="line-clamp-2 break-all font-medium text-sm"
          >
            {asset.name}
          </h3>
          <p className="text-faint text-sm tabular-nums">{formatSize(asset.size)}</p>
        </div>
      </div>
      <div className="flex items-center gap-1">
        <Button
          data-entry={isEntry || undefined}
          tabIndex={tabIndex}
          aria-describedby={nameId}
          onClick={() => commands.insert(asset)}
        >
          {texts.insert}
        </Button>
        <IconButton
          label={texts.copyUrl}
          icon={Copy}
          tabIndex={tabIndex}
          aria-describedby={nameId}
          className="ml-auto"
          onClick={() => void commands.copyUrl(asset)}
        />
        <Menu
          label={texts.more}
          tabIndex={tabIndex}
          describedBy={nameId}
          className="w-hit px-0!"
          items={[
            { label: texts.preview, icon: 'preview', run: () => commands.preview(asset) },
            { label: texts.download, icon: 'download', run: () => commands.download(asset) },
            { label: texts.deleteLabel, icon: 'delete', run: () => commands.remove(asset) },
          ]}
        >
          <EllipsisVertical size={16} aria-hidden />
        </Menu>
      </div>
    </li>
  );
}

function Thumbnail({ asset: { category, thumbnailUrl } }: { asset: Asset }) {
  const [failed, setFailed] = useState(false);
  const Icon = categoryIcons[category];
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-md bg-hover text-faint">
      {thumbnailUrl === null || failed ? (
        <Icon size={22} strokeWidth={1.5} aria-hidden />
      ) : (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-contain"
        />
      )}
    </span>
  );
}

/** The icon of an asset without a thumbnail. */
export const categoryIcons: Record<AssetCategory, LucideIcon> = {
  images: Image,
  json: Braces,
  css: Paintbrush,
  js: SquareFunction,
  fonts: Type,
  docs: FileText,
  media: Film,
};
