import { inherits } from '../console/own-values';
import { reportRejection } from '../console/report-errors';
import { isBesidePage } from '../console/report-files';
import { report } from '../console/send-entries';
import { callFrames } from '../console/stack-frames';
import { apply, getter, method, slice } from './natives';
import { later } from './own-timers';

// Kept before user code runs, which may overwrite them.
const { construct } = Reflect;
const { prototype: scriptErrors } = ErrorEvent;
const { createObjectURL, revokeObjectURL } = URL;
const { random } = Math;
const listen = method(EventTarget.prototype, 'addEventListener');
const isHandled = getter(Event.prototype, 'defaultPrevented');
const typeOf = getter(Blob.prototype, 'type');
const text = String;

const foreign = ': a worker has to come from the page’s own origin. Fetch the file and start it from a blob';

/** `name`: the class of the worker. */
const beside = (name: string) =>
  `: a project has no other files. Start it from its code: new ${name}(URL.createObjectURL(new Blob([code])))`;

type WorkerClass = typeof Worker | typeof SharedWorker;
type WorkerArguments = [address: string | URL, options?: string | WorkerOptions];

/**
 * Reports workers whose script did not load, and rejected promises of those from blobs. What a worker throws arrives as
 * an `error` event of the page.
 */
export function reportWorkers(): void {
  const blobs = watchBlobs();
  const blobAt = method(blobs, 'get');
  window.Worker = reportMissing(Worker, 'Worker', (address) => {
    const blob = blobAt(blobs, address);
    return blob && reporting(blob);
  });
  // Chrome for Android has none. Their addresses stay as they are, because pages share a worker by its address.
  if ('SharedWorker' in window)
    window.SharedWorker = reportMissing(SharedWorker, 'SharedWorker', () => undefined);
}

/** A class of workers that reports those whose script did not load. `replace`: another address for a script. */
function reportMissing<Class extends WorkerClass>(
  native: Class,
  name: string,
  replace: (address: string) => string | undefined,
): Class {
  const watched = new Proxy(native, {
    construct: function hooked(target, args: WorkerArguments, newTarget) {
      const address = text(args[0]);
      const other = replace(address);
      const given = other === undefined ? args : [other, args[1]];
      const worker = construct(target, given, newTarget) as InstanceType<Class>;
      const stack = callFrames(hooked, 1);
      listen(worker, 'error', (event: Event) => {
        if (!event.isTrusted || inherits(event, scriptErrors)) return;
        later(() => {
          if (isHandled(event)) return;
          const reason =
            slice(address, 0, 8) === '/assets/' ? foreign : isBesidePage(address) ? beside(name) : '';
          const kind = 'notice';
          report('error', [`Preview Error: ${name} could not load ${address}${reason}`], { stack, kind });
        });
      });
      return worker;
    },
  });
  native.prototype.constructor = watched;
  return watched;
}

/** The blobs that have an address, from now on. */
function watchBlobs(): Map<string, Blob> {
  const blobs = new Map<string, Blob>();
  const keep = method(blobs, 'set');
  const forget = method(blobs, 'delete');
  const { prototype } = Blob;
  URL.createObjectURL = new Proxy(createObjectURL, {
    apply(native, self, args: [Blob]) {
      const address = apply(native, self, args);
      if (inherits(args[0], prototype)) keep(blobs, address, args[0]);
      return address;
    },
  });
  URL.revokeObjectURL = new Proxy(revokeObjectURL, {
    apply(native, self, args: [string]) {
      forget(blobs, args[0]);
      apply(native, self, args);
    },
  });
  return blobs;
}

/** The channel of this page's workers. */
let channel: BroadcastChannel | undefined;

/** The address of a worker's script that also reports its rejected promises. What is added does not move its lines. */
function reporting(script: Blob): string {
  channel ??= listenToWorkers();
  const tail = `
;{const studio=new BroadcastChannel("${channel.name}");addEventListener("unhandledrejection",(event)=>setTimeout(()=>{
if(!event.defaultPrevented)try{studio.postMessage(event.reason)}catch{studio.postMessage(String(event.reason))}}))}`;
  return createObjectURL(new Blob([script, tail], { type: typeOf(script) }));
}

function listenToWorkers(): BroadcastChannel {
  const made = new BroadcastChannel(`studio-workers-${random()}`);
  made.onmessage = ({ data }) => reportRejection(data);
  return made;
}
