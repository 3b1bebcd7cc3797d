/** Of what is written into an index: where it changes, indexes of before are built anew (search/state.ts). */
export const documentLayout = 1;
