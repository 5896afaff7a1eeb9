import type { IncomingMessage } from 'node:http';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config/config.js';

/** One line for each request: method, path, status, time, and an id that the answer carries too. No header, query or body: they hold tokens and people's work. */
export function requestLog(config: Config): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      genReqId: (request) => request.id,
      serializers: {
        req: ({ id, method, url }: IncomingMessage & { id: string }) => ({ id, method, path: pathOf(url) }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    },
  };
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}
