import type { IndexConditions } from './indexConditions.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import type { QueryDeadline } from './QueryDeadline.js';
import type { QueryScope } from './QueryScope.js';

/** One running query. */
export interface QueryRun extends QueryScope {
  readonly query: ParsedQuery;
  readonly conditions: IndexConditions;
  readonly deadline: QueryDeadline;
  /** The bodies of a page together, where the caller takes short pages only; they are at most limits.queryReadCountMax. */
  readonly pageBytesMax?: number;
}

/** A page as bytes of whole resources, and the number of matches (absent where the query does not ask for it). */
export interface Page {
  readonly bodies: readonly Buffer[];
  readonly total?: number;
}
