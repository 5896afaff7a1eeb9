import type { RouteName } from '@studio/contract/routes';
import { dot } from '../support/requests/sample-bodies.js';

/** The parts of a request that a schema describes. */
export interface Parts {
  query?: object;
  headers?: object;
  body?: object;
}

/** What a call needs to know of this very studio to succeed, which no schema says. `{name}` stands for a text of the cast. */
export const knownValues: Partial<Record<RouteName, Parts>> = {
  register: { body: { email: '{newEmail}', username: '{newName}' } },
  login: { body: { email: '{ownerEmail}', password: '{password}' } },
  changePassword: { body: { currentPassword: '{password}' } },
  updateMe: { body: { avatar: '{avatar}' } },
  forumLogin: { body: { token: '{forumToken}' } },
  forumWebhook: {
    headers: { 'x-discourse-event': 'user_updated', 'x-discourse-event-signature': '{signature}' },
  },
  // Projects are new in each round, until something is saved in them.
  storePicture: { body: { version: 1, picture: dot } },
  oembed: { query: { url: '{page}', format: 'json' } },
  metrics: { headers: { authorization: 'Bearer {metricsToken}' } },
};
