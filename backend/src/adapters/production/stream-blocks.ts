/**
 * Splits a stream into blocks of `size` bytes; the last may be shorter. An empty stream is one empty block.
 * All blocks share one buffer: each is valid until the next is requested.
 */
export async function* inBlocks(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(size);
  let [filled, yielded] = [0, false];
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.length; ) {
      const copied = chunk.copy(block, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < size) continue;
      yield block;
      [filled, yielded] = [0, true];
    }
  }
  if (filled > 0 || !yielded) yield block.subarray(0, filled);
}
