import type { Snippet } from './snippet.ts';

/** SPEC 9: snippets of HTML. Their classes mean something in Bootstrap, and are easily styled without it. */
export const htmlSnippets: readonly Snippet[] = [
  {
    name: 'container',
    text: 'A block that holds the page together',
    body: '<div class="container">\n\t$0\n</div>',
  },
  {
    name: 'row',
    text: 'A row of columns',
    body: '<div class="row">\n\t<div class="col">$1</div>\n\t<div class="col">$2</div>\n</div>$0',
  },
  { name: 'col', text: 'A column', body: '<div class="col">\n\t$0\n</div>' },
  {
    name: 'button',
    text: 'A button',
    body: '<button type="${1|button,submit,reset|}" class="${2:button}">${3:Press}</button>$0',
  },
  {
    name: 'form',
    text: 'A form with one labelled field',
    body: '<form>\n\t<label for="${1:email}">${2:E-mail}</label>\n\t<input type="${3:email}" id="${1:email}" name="${1:email}" required>\n\t<button type="submit">${4:Send}</button>\n</form>$0',
  },
  {
    name: 'card',
    text: 'A card with a title',
    body: '<article class="card">\n\t<h2>${1:Title}</h2>\n\t<p>${2:Text}</p>\n</article>$0',
  },
  {
    name: 'nav',
    text: 'Navigation with links',
    body: '<nav aria-label="${1:Main}">\n\t<ul>\n\t\t<li><a href="#${2:home}">${3:Home}</a></li>\n\t\t<li><a href="#${4:about}">${5:About}</a></li>\n\t</ul>\n</nav>$0',
  },
  {
    name: 'grid',
    text: 'Blocks in a grid',
    body: '<div style="display: grid; grid-template-columns: repeat(${1:3}, 1fr); gap: ${2:1rem}">\n\t<div>${3:One}</div>\n\t<div>${4:Two}</div>\n\t<div>${5:Three}</div>\n</div>$0',
  },
  {
    name: 'flex',
    text: 'Blocks side by side',
    body: '<div style="display: flex; gap: ${1:1rem}">\n\t<div>${2:One}</div>\n\t<div>${3:Two}</div>\n</div>$0',
  },
];
