/**
 * Makes the browser fetch and parse Monaco, the largest file of the page, while the app is starting. The build writes
 * the names of the files into the page; in development there are none.
 */
export function fetchFullEditor(): void {
  const named = document.getElementById('full-editor');
  named?.remove();
  for (const href of JSON.parse(named?.textContent ?? '[]') as string[]) {
    const link = document.createElement('link');
    const style = { rel: 'preload', as: 'style' };
    Object.assign(link, { crossOrigin: '', href }, href.endsWith('.css') ? style : { rel: 'modulepreload' });
    document.head.append(link);
  }
}
