import { createHmac, timingSafeEqual } from 'node:crypto';

/** Fields as DiscourseConnect carries them: a query in Base64, with the HMAC-SHA256 of that Base64 in lower-case hex. */
export interface SignedPayload {
  sso: string;
  sig: string;
}

export function signPayload(fields: Record<string, string>, secret: string): SignedPayload {
  const sso = Buffer.from(new URLSearchParams(fields).toString()).toString('base64');
  return { sso, sig: hmacOf(sso, secret) };
}

/**
 * The fields that were signed with this secret, or null. Only Base64 is looked at: it has no dot, so that nothing signed
 * here is ever one of the tokens that the same secret signs, nor the other way round.
 */
export function openPayload({ sso, sig }: SignedPayload, secret: string) {
  const isSigned = /^[\d+/A-Za-z]+={0,2}$/.test(sso) && isHmacOf(sig, sso, secret);
  return isSigned ? new URLSearchParams(Buffer.from(sso, 'base64').toString()) : null;
}

/** Whether `hex` is the HMAC-SHA256 of this text or these bytes, in a time that tells nothing of how much of it is right. */
export function isHmacOf(hex: string, signed: string | Buffer, secret: string): boolean {
  return /^[\da-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex), Buffer.from(hmacOf(signed, secret)));
}

function hmacOf(signed: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex');
}
