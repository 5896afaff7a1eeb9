import { durations } from '@studio/contract/durations';
import { previewTitle } from '@studio/contract/sandbox-frame';
import type { Problem } from '@studio/engine/problem';
import { Maximize, RefreshCw, Scaling, Smartphone, Tablet } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from '@/ui/button.tsx';
import { ChunkBoundary, fetchWhenInUse, lazyPart } from '@/ui/lazy-part.tsx';
import { Spinner } from '@/ui/progress-indicators.tsx';
import { type DeviceName, devices, deviceToOpen, rememberDevice } from '../model/devices.ts';
import type { PreviewWork } from '../model/live-preview.ts';
import type { PreviewStatus } from '../model/live-preview-state.ts';
import * as texts from '../texts.ts';
import { type PreviewHandle, PreviewView, type PreviewViewProps, Working } from './preview-view.tsx';

// Loaded on demand, as it is rarely shown.
const PreviewPlaceholder = lazyPart(() => import('./preview-placeholder.tsx'));
const PreviewBar = lazyPart(() => import('./preview-bar.tsx'));

/** The panel's methods for the page around it. */
export interface PreviewPanelHandle {
  setDevice(device: DeviceName): void;
  refresh(): void;
}

export interface PreviewPanelProps extends Omit<PreviewViewProps, 'ref' | 'onBehind' | 'onWork'> {
  handle: RefObject<PreviewHandle | null>;
  status: PreviewStatus;
  problems: readonly Problem[];
  /** Shows the position of a problem in its editor. */
  onReveal(problem: Problem): void;
  /** Opens the project in a new window. */
  onFullScreen(): void;
  ref?: Ref<PreviewPanelHandle>;
}

const deviceIcons = { mobile: Smartphone, tablet: Tablet, responsive: Scaling };

/** The running project in the frame of a device (specification: Preview). */
export function PreviewPanel(props: PreviewPanelProps) {
  const { handle, status, problems, onReveal, onFullScreen, ref, ...view } = props;
  const [device, setShown] = useState(deviceToOpen);
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [work, setWork] = useState<PreviewWork | null>(null);
  const [behind, setBehind] = useState(false);
  const [refreshes, setRefreshes] = useState(0);
  const refreshing = useRecentChange(refreshes);

  const hasStarted = status !== 'starting';
  useEffect(() => {
    if (hasStarted) fetchWhenInUse(PreviewPlaceholder, PreviewBar);
  }, [hasStarted]);

  const { width, height } = devices[device].size ?? room;

  const setDevice = (chosen: DeviceName) => {
    setShown(chosen);
    rememberDevice(chosen);
  };
  const refresh = () => {
    setRefreshes((count) => count + 1);
    handle.current?.run();
  };
  useImperativeHandle(ref, () => ({ setDevice, refresh }));

  return (
    <section aria-label={texts.preview} className="flex size-full flex-col bg-panel">
      <div className="flex h-bar shrink-0 items-center gap-1 border-line border-b px-2">
        {(Object.keys(devices) as DeviceName[]).map((name) => (
          <IconButton
            key={name}
            label={devices[name].label}
            icon={deviceIcons[name]}
            aria-pressed={device === name}
            onClick={() => setDevice(name)}
          />
        ))}
        <span className="ml-1 truncate text-faint text-xs tabular-nums">
          {width} × {height}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {refreshing && (
            <span role="progressbar" aria-label={texts.refreshing} className="text-muted">
              <Spinner />
            </span>
          )}
          <IconButton label={texts.fullScreen} icon={Maximize} onClick={onFullScreen} />
          <IconButton label={texts.refresh} icon={RefreshCw} onClick={refresh} />
        </span>
      </div>
      <div className="relative min-h-0 flex-1">
        <DeviceFrame device={device} place={place} room={room}>
          <PreviewView {...view} ref={handle} onBehind={setBehind} onWork={setWork} />
        </DeviceFrame>
        <span aria-hidden className="panel-size">
          {room.width} × {room.height}
        </span>
        <div aria-live="polite">
          {hasNothingToShow(status) && (
            <ChunkBoundary onFailure={() => undefined}>
              <PreviewPlaceholder status={status} onRun={() => handle.current?.run()} isAlone={false} />
            </ChunkBoundary>
          )}
          {(behind || problems.length > 0) && (
            <ChunkBoundary onFailure={() => undefined}>
              <PreviewBar
                problems={problems}
                behind={behind}
                onRun={() => handle.current?.run()}
                onReveal={onReveal}
              />
            </ChunkBoundary>
          )}
        </div>
      </div>
      <div className="flex h-6 shrink-0 items-center gap-3 border-line border-t px-3 text-faint text-xs">
        {previewTitle}
        {work && <Working work={work} />}
      </div>
    </section>
  );
}

/** True for 200 ms after the value changed (specification: Preview). */
function useRecentChange(value: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), durations.refreshSpinner);
    return () => clearTimeout(timer);
  }, [value]);
  return settled !== value;
}

interface DeviceFrameProps {
  device: DeviceName;
  /** The element whose size limits the frame. */
  place: RefObject<HTMLDivElement | null>;
  room: Room;
  children: ReactNode;
}

/**
 * A viewport of exactly the device's size, scaled down if the panel is narrower. A lower panel scrolls, without a
 * scroll bar, which would leave a strip beside the frame. A device without a size fills the panel.
 */
function DeviceFrame({ device, place, room, children }: DeviceFrameProps) {
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

/** The current size of an element without its scroll bar. */
function useRoom(place: RefObject<HTMLElement | null>): Room {
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

/** True for statuses in which no project is visible. */
function hasNothingToShow(status: PreviewStatus): boolean {
  return !['starting', 'running', 'unresponsive'].includes(status);
}
