/** What the browser keeps there, nothing where that cannot be read: the app, which reads it too, says so. */
export function storedObject(
  key: string,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): object {
  try {
    return Object(JSON.parse(window[storage].getItem(key) ?? '0')) as object;
  } catch {
    return {};
  }
}
