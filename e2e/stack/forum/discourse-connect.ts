import { createHmac } from 'node:crypto';

/*
 * DiscourseConnect Provider, as the forum speaks it: a site sends `sso`, a query in Base64 with a nonce and the address
 * to come back to, and `sig`, its HMAC-SHA256; the forum answers there in the same form, with who somebody is. Written
 * from the protocol, so that the studio is not compared with itself.
 */

/** Somebody who has an account in the forum. */
export interface Member {
  id: number;
  username: string;
  name: string;
  email: string;
}

/** What a site asks; null where it is not signed with the secret that was given to it. */
export function readQuestion(query: URLSearchParams, secret: string): URLSearchParams | null {
  const sso = query.get('sso') ?? '';
  if (query.get('sig') !== hmac(sso, secret)) return null;
  return new URLSearchParams(Buffer.from(sso, 'base64').toString());
}

/** The address that tells the site who somebody is. */
export function answerOf(question: URLSearchParams, member: Member, avatar: string, secret: string): string {
  const { id, username, name, email } = member;
  const fields = new URLSearchParams({
    admin: 'false',
    avatar_url: avatar,
    email,
    external_id: String(id),
    groups: 'trust_level_0,trust_level_1',
    moderator: 'false',
    name,
    nonce: question.get('nonce') ?? '',
    return_sso_url: question.get('return_sso_url') ?? '',
    username,
  });
  const sso = Buffer.from(fields.toString()).toString('base64');
  const back = new URL(question.get('return_sso_url') ?? '');
  back.search = new URLSearchParams({ sso, sig: hmac(sso, secret) }).toString();
  return back.href;
}

/** The headers of an event that the forum sends to a webhook. */
export function webhookHeaders(event: string, id: number, body: string, secret: string) {
  return {
    'Content-Type': 'application/json',
    'X-Discourse-Event-Id': String(id),
    'X-Discourse-Event-Type': event.split('_')[0] ?? event,
    'X-Discourse-Event': event,
    'X-Discourse-Event-Signature': `sha256=${hmac(body, secret)}`,
  };
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
