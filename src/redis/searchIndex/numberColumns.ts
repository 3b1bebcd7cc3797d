/** Numeric columns of the search index, by which RediSearch can sort; every indexed resource has one value in each. */
export const numberColumns = ['created', 'modified', 'cents', 'version'] as const;
export type NumberColumn = (typeof numberColumns)[number];
