import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { budgetOfRoute } from '@studio/contract/budgets';
import { clientEvents, serverEvents } from '@studio/contract/realtime';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import { routeOf } from '../../src/common/http/endpoint.js';
import { startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

interface Parameter {
  index: number;
  schema?: object;
}
interface Handler {
  name: string;
  handler: object;
  /** Every parameter that comes from the request, by its kind. */
  parameters: Map<string, Parameter[]>;
}

/** Nest's numbers of the parameter kinds. */
const kinds: Record<string, string> = { 3: 'body', 4: 'query', 5: 'params', 6: 'headers' };

let studio: TestStudio;
let handlers: Handler[];
let events: Handler[];
beforeAll(async () => {
  studio = await startTestStudio();
  const modules = studio.studio.app.get(ModulesContainer);
  const discovery = new DiscoveryService(modules);
  const scanner = new MetadataScanner();
  const handlersOf = (wrappers: ReturnType<DiscoveryService['getProviders']>, mark: string): Handler[] =>
    wrappers.flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance);
      return scanner
        .getAllMethodNames(prototype)
        .filter((method) => Reflect.hasMetadata(mark, prototype[method]))
        .map((method) => ({
          name: `${metatype.name}.${method}`,
          handler: prototype[method],
          parameters: parametersOf(metatype, method),
        }));
    });
  handlers = handlersOf(discovery.getControllers(), 'path');
  events = handlersOf(discovery.getProviders(), 'message');
});
afterAll(() => studio.stop());

function parametersOf(metatype: object, method: string): Map<string, Parameter[]> {
  const found: Record<string, Parameter> =
    Reflect.getMetadata('__routeArguments__', metatype, method) ??
    Reflect.getMetadata('__routeArguments__', metatype.constructor, method) ??
    {};
  const grouped = new Map<string, Parameter[]>();
  for (const [key, parameter] of Object.entries(found)) {
    const kind = key.includes('__customRouteArgs__') ? 'custom' : (kinds[key.split(':')[0] ?? ''] ?? 'other');
    grouped.set(kind, [...(grouped.get(kind) ?? []), parameter]);
  }
  return grouped;
}

describe('every route', () => {
  it('of the contract has exactly one handler, and every handler a route of the contract', () => {
    const declared = Object.values<Route>(routes);
    const handled = handlers.map(({ name, handler }) => ({ name, route: routeOf(handler) }));
    for (const { name, route } of handled)
      expect({ name, known: declared.includes(route as Route) }).toEqual({ name, known: true });
    for (const route of declared)
      expect({ path: route.path, times: handled.filter((one) => one.route === route).length }).toEqual({
        path: route.path,
        times: 1,
      });
  });

  it('has a response schema, or a status that has no body', () => {
    for (const route of Object.values<Route>(routes))
      expect({ route: `${route.method} ${route.path}`, schema: route.response !== undefined }).toEqual({
        route: `${route.method} ${route.path}`,
        schema: route.status !== 204 && route.status !== 302,
      });
  });

  it('receives nothing from a request that its schemas have not checked', () => {
    for (const { name, handler, parameters } of handlers) {
      const route = routeOf(handler) as Route;
      for (const kind of ['body', 'query', 'params'] as const) {
        const schemas = (parameters.get(kind) ?? []).map(({ schema }) => schema);
        expect({ name, kind, schemas }).toEqual({ name, kind, schemas: route[kind] ? [route[kind]] : [] });
      }
      const custom = (parameters.get('custom') ?? [])
        .map(({ schema }) => schema)
        .filter((schema) => schema !== undefined);
      expect({ name, custom }).toEqual({ name, custom: route.headers ? [route.headers] : [] });
    }
  });

  it('uses one budget: those for admins that of the Admin Panel, those with a file that of uploads', () => {
    expect(Object.keys(budgetOfRoute).toSorted()).toEqual(Object.keys(routes).toSorted());
    for (const [name, { access, file, path }] of Object.entries<Route>(routes)) {
      const budget = budgetOfRoute[name as RouteName];
      expect({ path, admin: budget === 'admin' }).toEqual({ path, admin: access === 'admin' });
      expect({ path, upload: budget === 'upload' }).toEqual({ path, upload: file !== undefined });
    }
  });

  it('names its path parameters in a schema', () => {
    for (const route of Object.values<Route>(routes))
      expect({ path: route.path, params: route.params !== undefined }).toEqual({
        path: route.path,
        params: route.path.includes(':'),
      });
  });
});

describe('every event', () => {
  it('that a page sends has one handler, with the contract’s schema', () => {
    const handled = events.map(({ handler, parameters }) => ({
      event: Reflect.getMetadata('message', handler),
      schemas: (parameters.get('body') ?? []).map(({ schema }) => schema),
    }));
    const declared = Object.entries(clientEvents).map(([event, { payload }]) => ({
      event,
      schemas: [payload],
    }));
    const byName = (a: { event: string }, b: { event: string }) => a.event.localeCompare(b.event);
    expect(handled.toSorted(byName)).toEqual(declared.toSorted(byName));
  });

  it('that the server sends has a schema', () => {
    for (const schema of Object.values(serverEvents)) expect(schema).toHaveProperty('parse');
  });
});

describe('the API document', () => {
  it('describes every route', async () => {
    const { body } = await studio.call('get', '/docs').set('accept', 'application/json').expect(200);
    expect(body.openapi).toMatch(/^3\.1/);
    for (const route of Object.values<Route>(routes)) {
      const operation =
        body.paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()];
      expect({ path: route.path, responses: Object.keys(operation?.responses ?? {}) }).toEqual({
        path: route.path,
        responses: [String(route.status), 'default'],
      });
    }
    const save = body.paths['/api/projects/{id}'].put;
    expect(save.requestBody.content['application/json'].schema.properties.title.type).toBe('string');
    expect(save.parameters.map(({ name }: { name: string }) => name)).toContain('if-match');
  });

  it('is a page for browsers, made of this server’s own files', async () => {
    const page = await studio.call('get', '/docs').set('accept', 'text/html').expect(200);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).toHaveLength(3);
    for (const file of files) await studio.call('get', file.replace('/api', '')).expect(200);
  });
});
