/**
 * Marathons have a short form in `npm test`, and their long form in `npm run test:long`. `TEST_ROUNDS=10` gives each
 * ten times the rounds of its form, for one run of some files.
 */
export const isLong = process.env.TEST_LONG === '1';

const factor = Number(process.env.TEST_ROUNDS ?? 1);

/** Returns the rounds of a marathon: in `npm test` a sixteenth of the long form, or `short`. */
export const rounds = (long: number, short = Math.ceil(long / 16)): number => factor * (isLong ? long : short);

/** The `skip` option of a test that runs only in the long form. */
export const skipInShort = isLong ? false : 'part of the long form';
