import { inherits } from '../console/own-values';
import { report } from '../console/send-entries';
import { callFrames } from '../console/stack-frames';
import { getter, method, slice } from './natives';
import { later } from './own-timers';

// Kept before user code runs, which may overwrite them.
const { construct } = Reflect;
const { prototype: scriptErrors } = ErrorEvent;
const listen = method(EventTarget.prototype, 'addEventListener');
const isHandled = getter(Event.prototype, 'defaultPrevented');
const text = String;

const foreign = ': a worker has to come from the page’s own origin. Fetch the file and start it from a blob';

/** Reports workers whose script did not load. What a worker throws arrives as an `error` event of the page. */
export function reportWorkers(): void {
  const Native = Worker;
  const watched = new Proxy(Native, {
    construct: function hooked(native, args: [string | URL], newTarget) {
      const worker = construct(native, args, newTarget) as Worker;
      const address = text(args[0]);
      const stack = callFrames(hooked, 1);
      listen(worker, 'error', (event: Event) => {
        if (!event.isTrusted || inherits(event, scriptErrors)) return;
        later(() => {
          if (isHandled(event)) return;
          const reason = slice(address, 0, 8) === '/assets/' ? foreign : '';
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
