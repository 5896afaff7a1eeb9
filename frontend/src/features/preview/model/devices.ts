/**
 * The frames of the preview: SPEC 9's sizes in CSS pixels, and one without a size of its own, which fills the panel
 * (CONTRACT 6 Names).
 */
export const devices = {
  mobile: { label: 'Mobile', size: { width: 375, height: 667 } },
  tablet: { label: 'Tablet', size: { width: 768, height: 1024 } },
  responsive: { label: 'Responsive', size: null },
} as const;
export type DeviceName = keyof typeof devices;
