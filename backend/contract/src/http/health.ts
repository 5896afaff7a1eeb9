import * as z from 'zod/mini';
import { route } from '../route.js';

const partState = z.enum(['up', 'down']);

export const Liveness = z.object({ status: z.literal('ok') });
export type Liveness = z.infer<typeof Liveness>;

/** The state of each backing service. `draining`: the process shuts down, and answers only what still arrives. */
export const Readiness = z.object({
  status: z.enum(['ready', 'unavailable', 'draining']),
  parts: z.record(z.string(), partState),
});
export type Readiness = z.infer<typeof Readiness>;

/** Text in Prometheus' own format. */
export const Metrics = z.string();

export const healthRoutes = {
  live: route({
    method: 'GET',
    path: '/health/live',
    summary: 'The process runs.',
    access: 'none',
    status: 200,
    response: Liveness,
  }),
  ready: route({
    method: 'GET',
    path: '/health/ready',
    summary: 'Every part answers; 503 with the same body if one does not, or if the process is about to end.',
    access: 'none',
    status: 200,
    response: Readiness,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    summary:
      'Metrics of the process for Prometheus: with METRICS_TOKEN as bearer, or from loopback without forwarding headers.',
    access: 'none',
    status: 200,
    response: Metrics,
  }),
};
