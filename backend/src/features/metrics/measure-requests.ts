import type { IncomingMessage, ServerResponse } from 'node:http';
import { routeOfRequest } from '../../common/request-route.js';
import type { MetricsService } from './metrics.service.js';

/** Measures a request of a listener, from its headers to the end of its answer. */
export function measureRequest(
  metrics: MetricsService,
  listener: 'app' | 'sandbox',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const began = performance.now();
  response.once('close', () => {
    const status = `${Math.trunc(response.statusCode / 100)}xx`;
    const labels = { listener, method: request.method ?? '', route: routeOfRequest(request), status };
    metrics.requests.observe(labels, (performance.now() - began) / 1_000);
  });
}
