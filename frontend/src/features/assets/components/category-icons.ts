import type { AssetCategory } from '@studio/contract/http/assets';
import {
  Braces,
  FileText,
  Film,
  Image,
  type LucideIcon,
  Paintbrush,
  SquareFunction,
  Type,
} from 'lucide-react';

/** What stands for an asset that has no picture of its own. */
export const categoryIcons: Record<AssetCategory, LucideIcon> = {
  images: Image,
  json: Braces,
  css: Paintbrush,
  js: SquareFunction,
  fonts: Type,
  docs: FileText,
  media: Film,
};
