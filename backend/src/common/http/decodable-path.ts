/** Whether a path can be decoded: routers throw where a percent sign begins nothing (`/user/%E0`). */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
