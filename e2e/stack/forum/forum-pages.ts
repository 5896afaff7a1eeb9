const look = `<meta name="viewport" content="width=device-width"><style>
body { font: 16px/1.5 sans-serif; max-width: 700px; margin: 16px auto; padding: 0 12px }
pre { background: #f4f4f4; padding: 12px; overflow: auto }
iframe { max-width: 100% }
</style>`;

/** A page of the forum. */
export function forumPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${look}<h1>${title}</h1>${body}</html>`;
}

export const loginForm = `<form method="post" action="/session">
<label>Username <input name="username"></label> <button>Log In</button></form>`;

export const logOutForm = '<form method="post" action="/logout"><button>Log Out</button></form>';

/** The avatar of every member. */
export const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="teal"/></svg>',
);

/** The form for a new topic, filled in from the query. */
export function composer(query: URLSearchParams): string {
  const of = (name: string) => escapeHtml(query.get(name) ?? '');
  return `<form method="post" action="/posts">
<label>Title <input name="title" value="${of('title')}"></label>
<label>Body <textarea name="raw">${of('body')}</textarea></label> <button>Create Topic</button></form>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
