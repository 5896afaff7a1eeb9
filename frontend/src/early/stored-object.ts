/** What the browser keeps there, nothing where that cannot be read: the app, which reads it too, says so. */
export function storedObject(key: string): object {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '0')) as object;
  } catch {
    return {};
  }
}
