/** Marathons have a short form in `npm test`, and their long form in `npm run test:long`. */
export const isLong = process.env.TEST_LONG === '1';

/** Rounds of a marathon: a sixteenth of the long form in `npm test`, unless `short` says otherwise. */
export const rounds = (long: number, short = Math.ceil(long / 16)): number => (isLong ? long : short);

/** For the options of a test that only the long form runs. */
export const skipInShort = isLong ? false : 'part of the long form';
