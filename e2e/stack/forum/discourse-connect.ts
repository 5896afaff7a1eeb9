import { createHmac } from 'node:crypto';

/*
 * The forum's side of DiscourseConnect: a site sends `sso`, a Base64 query with a nonce and a return address, and its
 * HMAC-SHA256 as `sig`. The forum redirects to the return address with the member's data in the same form. Written from
 * the protocol, not from the studio's code, so that the tests are independent of it.
 */

/** Somebody with an account in the forum. */
export interface Member {
  id: number;
  username: string;
  name: string;
  email: string;
}

/** The query that a site sent; null if it is not signed with the shared secret. */
export function readQuestion(query: URLSearchParams, secret: string): URLSearchParams | null {
  const sso = query.get('sso') ?? '';
  if (query.get('sig') !== hmac(sso, secret)) return null;
  return new URLSearchParams(Buffer.from(sso, 'base64').toString());
}

/** The address of the site to redirect to, with the signed data of the member. */
export function responseOf(
  question: URLSearchParams,
  member: Member,
  avatar: string,
  secret: string,
): string {
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

/** The headers of a webhook event. */
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
