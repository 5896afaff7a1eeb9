import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import { newId } from '../../../src/common/ids.js';
import type { Person } from '../studio/test-studio.js';

/** The names of routes with a JSON body. */
export type NameWithBody = {
  [N in RouteName]: (typeof routes)[N] extends { body: object } ? N : never;
}[RouteName];

/** One transparent pixel, as PNG. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A valid body for each route and caller. A new route needs a new entry. */
export const sampleBodies: Record<NameWithBody, (who: Person) => object> = {
  login: ({ user: { email }, password }) => ({ email, password }),
  register: () => {
    const username = `p${newId()}`;
    return { email: `${username}@example.org`, username, password: 'a good password' };
  },
  updateMe: ({ user: { avatar } }) => ({ avatar }),
  changePassword: ({ password }) => ({ currentPassword: password, newPassword: 'another password' }),
  requestPasswordReset: ({ user: { email } }) => ({ email }),
  resetPassword: () => ({ token: 'a token of a link', newPassword: 'another password' }),
  forumLogin: () => ({ token: 'a token of the forum' }),
  forumWebhook: () => ({ user: { id: newId(), username: 'somebody' } }),
  createProject: () => ({ title: 'New', html: '<p>new</p>' }),
  updateProject: () => ({ title: 'Changed', html: '<p>changed</p>' }),
  nameRevision: () => ({ name: 'Before the move', version: 1 }),
  publishRevision: () => ({ name: 'As posted', version: 1 }),
  restoreRevision: () => ({ version: 1 }),
  createLink: () => ({ name: 'Friends' }),
  openLink: () => ({ secret: 'no-link-has-this-one-0' }),
  forkLinked: () => ({ secret: 'no-link-has-this-one-0' }),
  resolvePackages: () => ({ specifiers: ['nanoid'] }),
  storePicture: () => ({ version: 1, picture: dot }),
  reportProject: () => ({ reason: 'spam', note: 'Look.' }),
  appealTakedown: () => ({ note: 'It was not so.' }),
  resolveReport: () => ({ action: 'dismiss', note: 'No.' }),
  setSuspension: () => ({ suspended: true, reason: 'Spam.' }),
};

/** The sample body of a route; undefined if it takes no JSON. */
export function sampleBody(route: Route, who: Person): object | undefined {
  const name = Object.entries<Route>(routes).find(([, one]) => one === route)?.[0] as NameWithBody;
  return sampleBodies[name]?.(who);
}
