import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** SPEC 9: the sizes of the preview's frames in CSS pixels. */
export const devices = {
  mobile: { label: 'Mobile', width: 375, height: 667 },
  tablet: { label: 'Tablet', width: 768, height: 1024 },
} as const;
export type DeviceName = keyof typeof devices;

/** A viewport of exactly the device's size, scaled down as a whole where the panel is narrower; a lower panel scrolls. */
export function DeviceFrame({ device, children }: { device: DeviceName; children: ReactNode }) {
  const { width, height } = devices[device];
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const fit = () => setScale(Math.min(1, element.clientWidth / width) || 1);
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, [width]);

  return (
    <div
      ref={place}
      className="size-full overflow-y-auto overflow-x-hidden [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div
        className="mx-auto overflow-hidden outline outline-line"
        style={{ width: width * scale, height: height * scale }}
      >
        <div style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}>{children}</div>
      </div>
    </div>
  );
}
