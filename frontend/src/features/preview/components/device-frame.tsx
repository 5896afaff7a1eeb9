import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { type DeviceName, devices } from '../model/devices.ts';

interface DeviceFrameProps {
  device: DeviceName;
  /** The element whose size is the room for the frame. */
  place: RefObject<HTMLDivElement | null>;
  room: Room;
  children: ReactNode;
}

/**
 * A viewport of exactly the device's size, scaled down as a whole where the panel is narrower; a lower panel scrolls,
 * without a bar of its own, which would leave a strip beside the frame. Without a size it fills the panel.
 */
export function DeviceFrame({ device, place, room, children }: DeviceFrameProps) {
  const { size } = devices[device];
  const scale = size ? Math.min(1, room.width / size.width) || 1 : 1;
  const { width, height } = size ?? { width: '100%', height: '100%' };

  return (
    <div
      ref={place}
      className={
        size
          ? 'size-full overflow-y-auto overflow-x-hidden [scrollbar-width:none]'
          : 'size-full overflow-hidden'
      }
    >
      <div
        className={size ? 'mx-auto overflow-hidden outline outline-line' : undefined}
        style={size ? { width: size.width * scale, height: size.height * scale } : { width, height }}
      >
        <div
          style={
            size ? { width, height, transform: `scale(${scale})`, transformOrigin: '0 0' } : { width, height }
          }
        >
          {children}
        </div>
      </div>
    </div>
  );
}

/** CSS pixels. */
interface Room {
  width: number;
  height: number;
}

/** The size of an element without its scroll bar, now and as it changes. */
export function useRoom(place: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [place]);

  return room;
}
