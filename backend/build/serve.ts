/** The back end of `npm run dev`: Vite serves the page on PORT and passes everything else on to BACKEND_PORT. */
const { PORT = '3000', BACKEND_PORT = '3010' } = process.env;
process.env['PUBLIC_URL'] = `http://localhost:${PORT}`;
process.env['PORT'] = BACKEND_PORT;
await import(new URL('../dist/main.js', import.meta.url).href);
