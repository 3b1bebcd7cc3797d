/**
 * Numbers as the columns of the index store them: a whole number with a fraction computed from the start of the id.
 * Orders with equal numbers therefore have a fixed sequence, which is the same on every page and after every re-index.
 */
const significantBits = 52;
/**
 * Smaller fractions would be written with an exponent, which RediSearch does not read: -1 + (1 - 2^-32) is -2.3e-10.
 */
const tieBitsMax = 19;
const idBits = 32;
const idDigits = idBits / 4;

/** Bits that are available for the fraction of a number. */
const tieBits = (whole: number): number =>
  Math.min(tieBitsMax, significantBits - (whole === 0 ? 0 : Math.floor(Math.log2(Math.abs(whole))) + 1));

/**
 * Distances from the next whole number. RediSearch 1.x rounds a number to a hundredth when that halves its size, and
 * must not round up to the next whole number.
 */
const tieShare = 0.98;
const maxShare = 0.995;

const truncatedFraction = (share: number, bits: number): number => Math.floor(share * 2 ** bits) / 2 ** bits;

/** A whole number with a fraction that grows with the id. The larger the number, the fewer ids it distinguishes. */
export const columnValue = (whole: number, id: string): number => {
  const bits = tieBits(whole);
  const tie = Number.parseInt(id.replaceAll('-', '').slice(0, idDigits), 16) || 0;
  return bits <= 0 ? whole : whole + truncatedFraction((tieShare * tie) / 2 ** idBits, bits);
};

/** The largest value that a column stores for a whole number. */
export const maxColumnValue = (whole: number): number => {
  const bits = tieBits(whole);
  return bits <= 0 ? whole : whole + truncatedFraction(maxShare, bits);
};
