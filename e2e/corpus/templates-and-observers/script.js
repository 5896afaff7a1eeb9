const template = document.querySelector('#row').content;
const add = (name, text) => {
  const row = template.cloneNode(true);
  row.querySelector('b').textContent = name;
  row.querySelector('span').textContent = text;
  document.querySelector('ul').append(row);
};
new MutationObserver((records) => { document.querySelector('ul').dataset.changes = records.length; }).observe(document.querySelector('ul'), { childList: true });
add('One', 'from a template');
add('Two', 'from the same');
const facts = {};
const tell = (name, value) => {
  facts[name] = value;
  document.querySelector('#seen').textContent = `visible ${facts.visible}, height ${facts.height}`;
};
new IntersectionObserver(([entry]) => tell('visible', entry.isIntersecting)).observe(document.querySelector('#sized'));
new ResizeObserver(([entry]) => tell('height', entry.contentRect.height)).observe(document.querySelector('#sized'));
