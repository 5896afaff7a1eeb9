/** SPEC 9: the sizes of the preview's frames in CSS pixels. */
export const devices = {
  mobile: { label: 'Mobile', width: 375, height: 667 },
  tablet: { label: 'Tablet', width: 768, height: 1024 },
} as const;
export type DeviceName = keyof typeof devices;
