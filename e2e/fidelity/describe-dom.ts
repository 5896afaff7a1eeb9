/**
 * The elements of a page, one per line. Runs in the page. Leaves out invisible differences: how scripts and styles are
 * attached, and white space between elements.
 */
export function describeDom(root: Element): string[] {
  const attached = new Set(['script', 'link', 'style', 'meta']);
  const lines = [`${document.compatMode} ${document.characterSet}`];
  const visit = (node: Node, depth: number): void => {
    const indent = '  '.repeat(depth);
    if (node instanceof Element) {
      if (attached.has(node.localName)) return;
      // Playwright leaves an empty style attribute after a screenshot without caret.
      const written = [...node.attributes].filter(({ name, value }) => name !== 'style' || value !== '');
      // Compilers of Vue components name style scopes differently.
      const nameOf = (name: string) => name.replace(/^data-v-(?:component|[\da-f]{8})$/, 'data-v-scope');
      const attributes = written.map(({ name, value }) => ` ${nameOf(name)}=${JSON.stringify(value)}`);
      lines.push(`${indent}<${node.localName}${attributes.toSorted().join('')}>`);
      if (node.shadowRoot) visit(node.shadowRoot, depth + 1);
    } else if (node instanceof ShadowRoot) {
      lines.push(`${indent}#shadow-root`);
    } else {
      const text = (node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim();
      if (text !== '') lines.push(`${indent}${node.nodeName} ${text}`);
    }
    const content = node instanceof HTMLTemplateElement ? node.content : node;
    for (const child of content.childNodes) visit(child, depth + 1);
  };
  visit(root, 0);
  return lines;
}
