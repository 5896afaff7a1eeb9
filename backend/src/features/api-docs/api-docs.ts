import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { ErrorBody } from '@studio/contract/errors';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import express, { type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { sendCompressed } from '../../common/http/compressed-files.js';
import { type MakeTag, RepeatedTextResponse } from '../../common/http/text-responses.js';

/** The folder of its files. Importing the package would load the whole bundle into this process. */
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files that the page loads. The package has more, among them examples and maps of megabytes. */
const swaggerFile = /^\/swagger-ui(?:\.css|-bundle\.js)$/;

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>CodeStudio API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="docs"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const start = `addEventListener('load', async () => {
  const answer = await fetch('/api/docs', { headers: { accept: 'application/json' } });
  SwaggerUIBundle({ domNode: document.getElementById('docs'), spec: await answer.json() });
});`;

/** `/api/docs`: Swagger UI from its npm package for browsers, the OpenAPI document for `Accept: application/json`. */
export function docsRouter(): Router {
  const router = Router();
  /** Made once: it takes 20 ms, and as long again to compress. */
  let document: RepeatedTextResponse | undefined;
  router.get('/', async (request: Request, response: Response) => {
    response.vary('Accept');
    if (request.accepts(['html', 'json']) !== 'json') {
      response.type('html').send(page);
      return;
    }
    document ??= new RepeatedTextResponse(JSON.stringify(openApiDocument()));
    await document.send(
      request,
      response,
      'application/json; charset=utf-8',
      request.app.get('etag fn') as MakeTag,
    );
  });
  router.get('/start.js', (_request: Request, response: Response) => {
    response.type('js').send(start);
  });
  router.use(sendCompressed(swaggerUi, swaggerFile, 'public, max-age=3600'));
  router.get(swaggerFile, express.static(swaggerUi, { maxAge: '1h' }));
  return router;
}

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every route, from the schemas that check them. */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'CodeStudio',
      version: '1',
      license: { name: 'MIT; licences of third-party packages', url: '/licences.txt' },
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  };
}

function operation(operationId: string, route: Route): Json {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...parametersOf(route.headers, 'header'),
  ];
  return {
    operationId,
    summary: route.summary,
    ...(route.access === 'none'
      ? {}
      : { security: route.access === 'optional' ? [{}, { session: [] }] : [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? bodyOf(jsonOf(schemaOf(route.body, 'input'))) : {}),
    ...(route.file ? bodyOf(formOf(route.file)) : {}),
    responses: {
      [route.status]: responseOf(route),
      default: { description: 'Any error', content: jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function responseOf({ status, response }: Route): Json {
  if (response) return { description: 'Success', content: jsonOf(schemaOf(response, 'output')) };
  if (status !== 302) return { description: 'Success, without a body' };
  return {
    description: 'Redirects the browser',
    headers: { Location: { required: true, schema: { type: 'string' } } },
  };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

function bodyOf(content: Json): Json {
  return { requestBody: { required: true, content } };
}

/** A form with one file in this field. */
function formOf(file: string): Json {
  const properties = { [file]: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { type: 'object', required: [file], properties } } };
}

function jsonOf(schema: Json): Json {
  return { 'application/json': { schema } };
}
