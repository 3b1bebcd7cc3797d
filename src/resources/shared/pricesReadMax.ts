/**
 * Bounds the standalone prices of one SKU that are read: a few more than allowed may exist, created at the same moment.
 */
export const pricesReadMax = 5_000;
