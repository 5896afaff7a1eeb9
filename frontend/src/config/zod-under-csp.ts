import { config } from 'zod/mini';

// The page's CSP forbids eval: without this zod tries `new Function` once, and the browser reports a violation.
config({ jitless: true });
