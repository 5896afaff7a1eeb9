/*
 * jest-light-runner tells all of its workers what to run with when the first of them asks, and each of them only once: one
 * that does not listen yet would wait forever. So what has come early comes again when its worker asks.
 */

const question = 'jest-light-runner-get-worker-data';
const answer = 'jest-light-runner-worker-data';
const { send } = process;

if (process.env['TINYPOOL_WORKER_ID'] && send) {
  let early: object | undefined;
  process.on('message', (message: object) => {
    if ('type' in message && message.type === answer) early = message;
  });
  process.send = (message: unknown, ...rest: unknown[]) => {
    if (message === question && early) setImmediate(() => process.emit('message', early, undefined));
    return Reflect.apply(send, process, [message, ...rest]) as boolean;
  };
}
