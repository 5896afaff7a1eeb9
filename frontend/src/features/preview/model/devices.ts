/**
 * The frames of the preview (specification: Preview): two sizes in CSS pixels, and one without a size of its own, which fills the panel
 * by default.
 */
export const devices = {
  mobile: { label: 'Mobile', size: { width: 375, height: 667 } },
  tablet: { label: 'Tablet', size: { width: 768, height: 1024 } },
  responsive: { label: 'Responsive', size: null },
} as const;
export type DeviceName = keyof typeof devices;

const storageKey = 'codestudio_preview_device';

/** A window with a side below this many CSS pixels is a phone's, however it is held. */
const phoneBelow = 480;

/**
 * The frame in which the preview opens: the one that was chosen last in this browser; without a choice the panel itself
 * on a phone, where a tablet's page would be too small to read, else Tablet (specification: Preview).
 */
export function deviceToOpen(): DeviceName {
  const chosen = storedDevice();
  if (chosen) return chosen;
  return Math.min(innerWidth, innerHeight) < phoneBelow ? 'responsive' : 'tablet';
}

/** Keeps the choice for the next time; without a storage it holds until the page is left. */
export function rememberDevice(device: DeviceName): void {
  try {
    localStorage.setItem(storageKey, device);
  } catch (error) {
    console.warn('The device of the preview cannot be stored.', error);
  }
}

// By itself, without the app's storage: the early preview needs it before the app is there.
function storedDevice(): DeviceName | null {
  try {
    const stored = localStorage.getItem(storageKey) ?? '';
    return Object.hasOwn(devices, stored) ? (stored as DeviceName) : null;
  } catch {
    return null;
  }
}
