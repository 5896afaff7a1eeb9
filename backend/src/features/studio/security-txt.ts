import { type Request, type Response, Router } from 'express';
import { notFound } from '../../common/errors/api-error.js';
import type { Config } from '../../config/config.js';

/** RFC 9116 recommends less than a year. Each response counts anew from its own date. */
const goodForDays = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. 404 where SECURITY_CONTACT is unset. */
export function securityTxtRouter({ securityContact, publicUrl, publicUrlFixed }: Config): Router {
  const router = Router();
  router.get('/.well-known/security.txt', (_request: Request, response: Response) => {
    if (securityContact === null) throw notFound();
    const expires = new Date(Date.now() + goodForDays * 86_400_000);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      ...(publicUrlFixed ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ];
    response
      .type('text')
      .set('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  });
  return router;
}
