/** Whether a path can be decoded: routers throw where a percent sign begins nothing (`/user/%E0`). */
export function isDecodable(path: string): boolean {
  try {
    // Its result is used: the bundler takes the call for one without effects, and would leave it out.
    return decodeURIComponent(path).startsWith('/');
  } catch {
    return false;
  }
}
