/**
 * Has the browser fetch Monaco, the largest file of the page, and read it while the app is still starting. The build writes
 * into the page which files that are; in development there are none.
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
