/** The frame that sent a message, or contains the one that did; null if that has been removed, undefined if none does. */
export function frameAround<Frame extends { readonly element: HTMLIFrameElement }>(
  source: MessageEventSource | null,
  frames: readonly Frame[],
): Frame | null | undefined {
  if (!source) return null;
  const sender = source as Window;
  if (sender === sender.parent) return undefined;
  return frames.find(({ element }) => element.contentWindow === sender) ?? frameAround(sender.parent, frames);
}
