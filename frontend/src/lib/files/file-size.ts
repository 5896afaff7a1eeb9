import { countOf } from '../count-of.ts';

const units = ['Bytes', 'KB', 'MB', 'GB'];

/** Bytes, KB, MB, GB with one decimal; bytes are whole (specification: Limits). */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that would be rounded up to 1024.0 is shown in the next unit.
  while (unit < units.length - 1 && Number(size.toFixed(unit === 0 ? 0 : 1)) >= 1024) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** 'x.x MB / 1GB (n files)' (specification: Asset library). */
export function formatUsage(usage: { totalUsed: number; totalLimit: number; assetCount: number }): string {
  const used = (usage.totalUsed / 1024 ** 2).toFixed(1);
  const limit = Number((usage.totalLimit / 1024 ** 3).toFixed(1));
  return `${used} MB / ${limit}GB (${countOf(usage.assetCount, 'file')})`;
}
