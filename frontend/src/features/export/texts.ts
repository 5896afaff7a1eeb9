/** Texts of the Export menu (specification: Export); packing-texts.ts has the rest. */

export const exportMenu = 'Export';
export const html = 'HTML';
export const css = 'CSS';
export const js = 'JS';
export const zip = 'Download project (ZIP)';
export const downloadFailed = 'Download failed';
export const packageFailed = 'Failed to create download package. Please try again.';
