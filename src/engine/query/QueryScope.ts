import type { Store } from '../../store/Store.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';

/** The resources that a query can find: those of one type in one project. */
export interface QueryScope {
  readonly store: Store;
  readonly projectKey: string;
  readonly resourceType: ResourceSchema;
  /** Whether the query sees published data alone (engine/publishedView.ts). */
  readonly publishedOnly?: boolean;
}
