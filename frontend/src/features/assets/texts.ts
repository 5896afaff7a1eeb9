/** Texts of the asset library (specification: Asset library). */

import type { AssetCategory } from '@studio/contract/http/assets';
import { countOf } from '@/lib/count-of.ts';

export const loadFailed = 'Load failed';
export const loadAssetsFailed = 'Failed to load assets';
export const filesMissing = 'Some files may be missing here.';
export const insert = 'Insert';
export const copyUrl = 'Copy URL';
export const more = 'More';
export const preview = 'Preview';
export const download = 'Download';
export const assetPreview = 'Asset preview';
export const assetLibrary = 'Asset Library';
export const uploadRunning = 'Another upload is running. Wait for it to finish, or cancel it.';
export const uploadFailed = 'Upload failed';
export const categories = 'Categories';
export const cannotShow = 'This file cannot be shown';
export const retry = 'Retry';
export const loading = 'Loading...';
export const content = 'Content';
export const dropHint = 'Drop files to upload them';
export const dropOrUpload = 'Drag & drop files here or click Upload';
export const loadingAssets = 'Loading assets...';
export const search = 'Search assets...';
export const uploading = 'Uploading...';
export const upload = 'Upload';
export const unplayable = 'The browser could not load or play it.';
export const openInTab = 'Open in a new tab';
export const cancel = 'Cancel';
export const dismiss = 'Dismiss';
export const assetInserted = 'Asset inserted';
export const urlCopied = 'URL copied';
export const urlCopiedText = 'Asset URL copied to clipboard';
export const copyFailed = 'Copy failed';
export const copyFailedText = 'Failed to copy URL to clipboard';
export const assetDownload = 'Asset download';
export const deleteAsset = 'Delete asset';
export const assetDeleted = 'Asset deleted';
export const deleteFailed = 'Delete failed';
export const deleteFailedText = 'Failed to delete asset';
export const fileUploaded = 'File uploaded';

/** The library's tabs, by category (specification: Asset library); json is shown as Data. */
export const categoryLabels: Record<AssetCategory, string> = {
  images: 'Images',
  json: 'Data',
  css: 'CSS',
  js: 'JavaScript',
  fonts: 'Fonts',
  docs: 'Docs',
  media: 'Media',
};

/** 'No {category} yet', with the tab's word: 'No data yet' (specification: Asset library). */
export function emptyText(category: AssetCategory): string {
  return `No ${categoryLabels[category].toLowerCase()} yet`;
}

export const deleteLabel = 'Delete';
export const nothingFound = (category: string, search: string) =>
  `No file in ${category} is named “${search}”`;
export const fileNumber = (number: number, total: number) => `(${number} of ${total})`;
export const sentOf = (sent: string, size: string) => `${sent} of ${size}`;
export const notSent = (count: number) =>
  count === 1 ? 'The next file was not sent.' : `The next ${count} files were not sent.`;
export const shownPart = (kilobytes: number, size: string) => `The first ${kilobytes} kB of ${size}.`;
export const fileNotLoaded = (status: number) => `The file could not be loaded (${status}).`;
export const urlInserted = (name: string) => `${name} URL inserted into code`;
export const uploaded = (name: string) => `${name} uploaded successfully`;
export const wrongType = (name: string, extensions: string) =>
  `${name} has a type that the library does not support. Supported types: ${extensions}.`;
export const unreadable = (name: string) =>
  `${name} cannot be read. Choose it again or, if it is a folder, the files in it.`;
export const emptyFile = (name: string) => `${name} is empty. Choose another file.`;
export const tooLarge = (name: string, size: string, limit: string) =>
  `${name} is too large: ${size}. The limit is ${limit} per file.`;
export const deleteQuestion = (name: string) => `Delete “${name}”? This action cannot be undone.`;
export const usesUnknown = 'Your projects could not be checked for places where it is used.';
export const usedIn = (list: string) =>
  `It is used in ${list}, where it will be missing unless a fork or a published version keeps it.`;
export const otherProjects = (count: number) => countOf(count, 'other project');
