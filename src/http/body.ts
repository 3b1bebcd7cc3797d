/** A body reader that gives up at its bound, not after the last byte (GEN021). */
type Done = (body: Uint8Array | undefined) => void;

/** Chunks are only valid during the call, so each is copied once. */
const copyOf = (chunk: ArrayBuffer): Uint8Array => new Uint8Array(chunk.slice(0));

export const createBodyReader = (bytesMax: number, done: Done): ((chunk: ArrayBuffer, isLast: boolean) => void) => {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  return (chunk, isLast) => {
    if (isOver) return;
    bytes += chunk.byteLength;
    if (bytes > bytesMax) {
      isOver = true;
      chunks = [];
      done(undefined);
      return;
    }
    if (chunk.byteLength > 0) chunks.push(copyOf(chunk));
    if (!isLast) return;
    isOver = true;
    done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  };
};
