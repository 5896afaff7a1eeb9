/** The preview's frames (specification: Preview): two sizes in CSS pixels; the third fills the panel. */
export const devices = {
  mobile: { label: 'Mobile', size: { width: 375, height: 667 } },
  tablet: { label: 'Tablet', size: { width: 768, height: 1024 } },
  responsive: { label: 'Responsive', size: null },
} as const;
export type DeviceName = keyof typeof devices;

const storageKey = 'codestudio_preview_device';

/** A window with a side shorter than this, in CSS pixels, is a phone's, in either orientation. */
const phoneBelow = 480;

/**
 * The frame in which the preview opens: the last choice in this browser. Without one, the panel itself on a phone,
 * where a tablet's page would be too small to read, else Tablet (specification: Preview).
 */
export function deviceToOpen(): DeviceName {
  const chosen = storedDevice();
  if (chosen) return chosen;
  return Math.min(innerWidth, innerHeight) < phoneBelow ? 'responsive' : 'tablet';
}

/** Stores the choice; if storing fails, it lasts until the page is left. */
export function rememberDevice(device: DeviceName): void {
  try {
    localStorage.setItem(storageKey, device);
  } catch (error) {
    console.warn('The device of the preview cannot be stored.', error);
  }
}

// Does not use the app's storage module, since the early preview needs it before the app is loaded.
function storedDevice(): DeviceName | null {
  try {
    const stored = localStorage.getItem(storageKey) ?? '';
    return Object.hasOwn(devices, stored) ? (stored as DeviceName) : null;
  } catch {
    return null;
  }
}
