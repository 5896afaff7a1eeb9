import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type DeviceName, devices } from '../model/devices.ts';

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
