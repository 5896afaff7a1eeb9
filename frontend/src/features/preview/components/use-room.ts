import { type RefObject, useLayoutEffect, useState } from 'react';

/** CSS pixels. */
export interface Room {
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
