import { Id } from '@studio/contract/http/text';
import * as z from 'zod/mini';

/** What a token says. It has no end of its own: the session behind it does, and that slides. */
export const TokenClaims = z.object({ sub: Id, sid: Id });
export type TokenClaims = z.infer<typeof TokenClaims>;

/** The bearer token of an Authorization header. The literal `undefined` is what a page sends that has none (SPEC 7). */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined || token === 'undefined' ? null : token;
}
