/**
 * Docker's health check: whether this process answers. Not whether it is ready: a container that is not healthy is killed,
 * and that brings no database back. The proxy asks for readiness.
 */
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/live`);
process.exitCode = ok ? 0 : 1;
