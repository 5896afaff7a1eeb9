import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Request, type Response, Router } from 'express';
import { openApiDocument } from './openapi.js';

/** Its main module would load the whole bundle into this process. */
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

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
  router.get('/', (request: Request, response: Response) => {
    response.vary('accept');
    if (request.accepts(['html', 'json']) === 'json') response.json(openApiDocument());
    else response.type('html').send(page);
  });
  router.get('/start.js', (_request: Request, response: Response) => {
    response.type('js').send(start);
  });
  router.use(express.static(swaggerUi, { index: false, maxAge: '1h' }));
  return router;
}
