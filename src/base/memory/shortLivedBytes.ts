/** Large enough for some fifty bodies, and small enough to be garbage soon. */
const slabBytes = 256 * 1024;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let usedBytes = 0;

/** Longer pieces get memory of their own. */
const pieceBytesMax = slabBytes / 4;

/** Begins a new slab where the current one has not so many bytes left. */
const ensureBytesLeft = (bytes: number): void => {
  if (usedBytes + bytes <= slabBytes) return;
  slab = Buffer.allocUnsafeSlow(slabBytes);
  usedBytes = 0;
};

const takePiece = (bytes: number): Buffer => {
  usedBytes += bytes;
  return slab.subarray(usedBytes - bytes, usedBytes);
};

/**
 * A Buffer with undefined contents for bytes that are sent or copied soon. It is a piece of a larger one: an allocation
 * of its own costs as much as filling it, and the collector frees it apart from the heap. A piece that is kept keeps
 * the whole slab in memory, so caches copy it.
 */
export const allocateShortLived = (bytes: number): Buffer => {
  if (bytes > pieceBytesMax) return Buffer.allocUnsafeSlow(bytes);
  ensureBytesLeft(bytes);
  return takePiece(bytes);
};

/** UTF-8 takes at most so many bytes for a unit of a string. */
const bytesPerUnitMax = 3;

/** The UTF-8 bytes of a text, under the same conditions as allocateShortLived. */
export const encodeShortLived = (text: string): Buffer => {
  const bytesMax = text.length * bytesPerUnitMax;
  if (bytesMax > pieceBytesMax) return Buffer.from(text);
  ensureBytesLeft(bytesMax);
  return takePiece(slab.write(text, usedBytes));
};
