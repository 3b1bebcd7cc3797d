/** Large enough for some fifty bodies, and small enough to be garbage soon. */
const slabBytes = 256 * 1024;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let usedBytes = 0;

/**
 * A Buffer with undefined contents for bytes that are sent or copied soon. It is a piece of a larger one: an allocation of
 * its own costs as much as filling it, and the collector frees it apart from the heap. A piece that is kept keeps the
 * whole slab in memory, so caches copy it.
 */
export const allocateShortLived = (bytes: number): Buffer => {
  if (bytes > slabBytes / 4) return Buffer.allocUnsafeSlow(bytes);
  if (usedBytes + bytes > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return slab.subarray(usedBytes - bytes, usedBytes);
};
