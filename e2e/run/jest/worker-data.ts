/*
 * jest-light-runner sends its configuration to all workers when the first of them requests it, and only once. A worker
 * that does not listen yet would wait forever, so an early message is emitted again when the worker requests it.
 */

const question = 'jest-light-runner-get-worker-data';
const response = 'jest-light-runner-worker-data';
const { send } = process;

if (process.env['TINYPOOL_WORKER_ID'] && send) {
  let early: object | undefined;
  process.on('message', (message: object) => {
    if ('type' in message && message.type === response) early = message;
  });
  process.send = (message: unknown, ...rest: unknown[]) => {
    if (message === question && early) setImmediate(() => process.emit('message', early, undefined));
    return Reflect.apply(send, process, [message, ...rest]) as boolean;
  };
}
