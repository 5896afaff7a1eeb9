/** Whether a path can be decoded. Routers throw for invalid percent-encoding, such as `/user/%E0`. */
export function isDecodable(path: string): boolean {
  try {
    // The result must be used: the bundler assumes that the call has no effects, and would remove it.
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}
