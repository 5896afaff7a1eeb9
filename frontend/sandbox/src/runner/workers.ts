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

const beside =
  ': a project has no other files. Start it from its code: new Worker(URL.createObjectURL(new Blob([code])))';

type WorkerArguments = [address: string | URL, options?: WorkerOptions];

/**
 * Reports workers whose script did not load, and rejected promises of those from blobs. What a worker throws arrives as
 * an `error` event of the page.
 */
export function reportWorkers(): void {
  const Native = Worker;
  const blobs = watchBlobs();
  const blobAt = method(blobs, 'get');
  const watched = new Proxy(Native, {
    construct: function hooked(native, args: WorkerArguments, newTarget) {
      const address = text(args[0]);
      const blob = blobAt(blobs, address);
      const given = blob ? [reporting(blob), args[1]] : args;
      const worker = construct(native, given, newTarget) as Worker;
      const stack = callFrames(hooked, 1);
      listen(worker, 'error', (event: Event) => {
        if (!event.isTrusted || inherits(event, scriptErrors)) return;
        later(() => {
          if (isHandled(event)) return;
          const reason = slice(address, 0, 8) === '/assets/' ? foreign : isBesidePage(address) ? beside : '';
          const kind = 'notice';
          report('error', [`Preview Error: Worker could not load ${address}${reason}`], { stack, kind });
        });
      });
      return worker;
    },
  });
  Native.prototype.constructor = watched;
  window.Worker = watched;
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
