/**
 * Version of the indexed documents. After a change of it, existing indexes are rebuilt (indexing/reconcileSearch.ts).
 */
export const documentLayout = 2;
