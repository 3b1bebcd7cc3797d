/**
 * Numbers as the columns hold them: behind the point of a whole number stands what the id begins with. So orders that are alike
 * stand in an order of their own, which is the same on every page and after every re-index.
 */
const significantBits = 52;
/** More would be written with an exponent, which the module does not read: -1 and all but 2^-32 of one is -2.3e-10. */
const tieBitsMax = 19;
const idBits = 32;
const idDigits = idBits / 4;

/** Bits that a number leaves free behind the point. */
const tieBits = (whole: number): number =>
  Math.min(tieBitsMax, significantBits - (whole === 0 ? 0 : Math.floor(Math.log2(Math.abs(whole))) + 1));

/** RediSearch 1.x keeps a number to a hundredth where that takes it half the resource type: so far from the next whole number it stays. */
const tieShare = 0.98;
const mostShare = 0.995;

const fraction = (share: number, bits: number): number => Math.floor(share * 2 ** bits) / 2 ** bits;

/** A whole number with a fraction that grows with the id; the larger the number, the fewer ids it tells apart. */
export const columnValue = (whole: number, id: string): number => {
  const bits = tieBits(whole);
  const tie = Number.parseInt(id.replaceAll('-', '').slice(0, idDigits), 16) || 0;
  return bits <= 0 ? whole : whole + fraction((tieShare * tie) / 2 ** idBits, bits);
};

/** What a column holds of a whole number is no more than that. */
export const maxColumnValue = (whole: number): number => {
  const bits = tieBits(whole);
  return bits <= 0 ? whole : whole + fraction(mostShare, bits);
};
