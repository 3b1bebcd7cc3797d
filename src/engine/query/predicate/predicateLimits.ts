/**
 * Limits of one predicate and of one sort expression. Every loop and every recursion over client text ends at one of
 * them, so that the cost of a request is bounded before its text is read.
 */

/** Length of a predicate, and of the text of each of its variables, in UTF-16 units. */
export const predicateCharactersMax = 65_536;
/** Parentheses, `not`s and nested fields around one condition. */
export const predicateLevelsMax = 64;
/** Conditions, conjunctions, disjunctions and negations in one predicate. */
export const predicateNodesMax = 4_096;
/**
 * Values in all lists of one predicate together: a variable may stand in many lists, so a limit per list would not
 * suffice.
 */
export const predicateListValuesMax = 8_192;

export const sortCharactersMax = 512;
/** Field names in one sort path. */
export const sortSegmentsMax = 16;
