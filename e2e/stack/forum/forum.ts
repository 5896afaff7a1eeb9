import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Member, readQuestion, responseOf, webhookHeaders } from './discourse-connect.ts';
import { composer, forumPage, loginForm, logOutForm, picture } from './forum-pages.ts';
import { discoursePolicy, liveCodeComponent } from './live-code-component.ts';
import { onebox } from './onebox.ts';
import { createTopics, type Topics } from './topics.ts';

/** The parts of a Discourse forum that a studio uses: accounts, DiscourseConnect, webhooks, links. */
export interface Forum {
  /** On 127.0.0.1, which browsers treat as a different site from localhost. */
  url: string;
  /** The page of the first topic, with all its posts. */
  topicUrl: string;
  /** Variables of a studio that uses this forum. */
  variables: { FORUM_URL: string; FORUM_SECRET: string; FORUM_WEBHOOK_SECRET: string };
  /** Sends webhooks to this studio from now on, allows its embeds in posts, and runs code blocks of posts with it. */
  connect(studioUrl: string): void;
  join(username: string): Member;
  /** Adds a post with this HTML, as the forum renders Markdown. */
  write(cooked: string): void;
  /** Adds a post with a link within a sentence. */
  mention(link: string): void;
  /** Adds a post with a link on a line of its own, which becomes a onebox. */
  paste(link: string): Promise<void>;
  /** Sends a webhook event about a member. @returns the status of the studio's response. */
  sendUserEvent(event: string, member: Member, more?: object): Promise<number>;
  /** All topics but the first. */
  topics: Topics;
  close(): Promise<void>;
}

const secret = 'what the forum and the studio share';
const webhookSecret = 'what the forum signs its webhooks with';

export async function startForum(): Promise<Forum> {
  const members: Member[] = [];
  const posts: string[] = [];
  let studioUrl = '';
  let events = 0;

  const sendUserEvent: Forum['sendUserEvent'] = async (event, member, more = {}) => {
    const { id, username, name, email } = member;
    const avatar_template = `/user_avatar/forum/${username}/{size}/1_2.png`;
    // `last_seen_at` makes every body different.
    const user = { id, username, name, email, avatar_template, last_seen_at: String(++events), ...more };
    return send(event, 'user', user);
  };

  async function send(event: string, type: string, about: object): Promise<number> {
    const body = JSON.stringify({ [type]: about });
    const headers = webhookHeaders(event, ++events, body, webhookSecret);
    return (await fetch(`${studioUrl}/api/forum/webhook`, { method: 'POST', headers, body })).status;
  }
  const topics = createTopics(send);

  /** The member that the browser's cookie names. */
  const signedIn = ({ headers }: IncomingMessage) =>
    members.find(({ username }) => cookieOf(headers.cookie, '_t') === username);

  const topicBody = (isSignedIn: boolean) =>
    [...posts, isSignedIn ? logOutForm : '', studioUrl && liveCodeComponent(studioUrl)].join('');

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const member = signedIn(request);
    const show = (status: number, page: string) =>
      response
        .writeHead(status, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': discoursePolicy,
        })
        .end(page);
    const lead = (to: string, cookies: string[] = []) =>
      response.writeHead(302, { Location: to, 'Set-Cookie': cookies }).end();

    switch (`${request.method} ${pathname}`) {
      case 'GET /t/1':
        return void show(200, forumPage('A topic', topicBody(member !== undefined)));
      case 'GET /new-topic':
        return void show(200, forumPage('New Topic', composer(searchParams)));
      case 'POST /posts': {
        const written = new URLSearchParams(await text(request));
        const id = await topics.start(written.get('title') ?? '', written.get('raw') ?? '');
        return void lead(`/t/${id}`);
      }
      case 'GET /login':
        return void show(200, forumPage('Log In', loginForm));
      case 'POST /session': {
        const given = new URLSearchParams(await text(request)).get('username') ?? '';
        const waiting = cookieOf(request.headers.cookie, 'sso_payload');
        const back = waiting === '' ? '/t/1' : `/session/sso_provider?${decodeURIComponent(waiting)}`;
        return void lead(back, [`_t=${given}; HttpOnly; Path=/`, 'sso_payload=; Max-Age=0; Path=/']);
      }
      case 'POST /logout':
        if (member) await sendUserEvent('user_logged_out', member);
        return void lead('/t/1', ['_t=; Max-Age=0; Path=/']);
      case 'GET /session/sso_provider': {
        const question = readQuestion(searchParams, secret);
        if (question === null) return void show(422, forumPage('Bad signature for payload', ''));
        if (member) return void lead(responseOf(question, member, `${url}/uploads/${member.id}.svg`, secret));
        const kept = encodeURIComponent(searchParams.toString());
        return void lead('/login', [`sso_payload=${kept}; HttpOnly; Path=/`]);
      }
    }
    if (pathname.startsWith('/uploads/') || pathname.startsWith('/user_avatar/'))
      return void response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(picture);
    const topic = /^\/t\/(\d+)$/.exec(pathname)?.[1];
    const page = topic === undefined ? null : topics.page(Number(topic));
    if (page !== null) return void show(200, page);
    show(404, forumPage('Not here', ''));
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    topicUrl: `${url}/t/1`,
    variables: { FORUM_URL: url, FORUM_SECRET: secret, FORUM_WEBHOOK_SECRET: webhookSecret },
    connect(to) {
      studioUrl = to;
    },
    join(username) {
      const member = { id: members.length + 1, username, name: username, email: `${username}@forum.example` };
      members.push(member);
      return member;
    },
    write(cooked) {
      posts.push(`<article class="cooked">${cooked}</article>`);
    },
    mention(link) {
      posts.push(`<article>Look at ${asLink(link)}!</article>`);
    },
    async paste(link) {
      const unfolded = await onebox(link, { allowedIframes: [`${studioUrl}/embed/`] });
      posts.push(`<article>${unfolded?.html ?? asLink(link)}</article>`);
    },
    sendUserEvent,
    topics,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function asLink(url: string): string {
  return `<a href="${url}">${url}</a>`;
}

function cookieOf(cookies: string | undefined, name: string): string {
  const pairs = (cookies ?? '').split('; ').map((pair) => pair.split('=', 2));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}
