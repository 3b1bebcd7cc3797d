/**
 * Limits of one predicate and of one sort expression. Every loop and every recursion over client text ends at one of
 * them, so that the cost of a request is bounded before its text is read.
 */

/** Bounds the length of a predicate, and of the text of each of its variables, in UTF-16 units. */
export const predicateCharactersMax = 65_536;
/** Bounds the parentheses, `not`s and nested fields around one condition. */
export const predicateLevelsMax = 64;
/** Bounds the conditions, conjunctions, disjunctions and negations in one predicate. */
export const predicateNodesMax = 4_096;
/**
 * Bounds the values in all lists of one predicate together: a variable may stand in many lists, so a limit per list
 * would not suffice.
 */
export const predicateListValuesMax = 8_192;

export const sortCharactersMax = 512;
/** Bounds the field names in one sort path. */
export const sortSegmentsMax = 16;
