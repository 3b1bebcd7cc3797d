import type { SchemaPath } from '../../schema/schemaPaths.js';
import type { ViewOf } from '../document/defineView.js';
import type { Base } from './Base.js';

/** Longer values are not indexed, and the query planner relies on this bound. Unique values are kept whole. */
export const indexedValueLengthMax = 512;

/** A path with a secondary index. */
export interface IndexedPath {
  readonly path: string;
  readonly steps: readonly string[];
  /** The JSON type that values at the path are declared with. */
  readonly holds: 'string' | 'number' | 'boolean';
  /** Whether a list lies on the path, so that one resource may have many values. */
  readonly many: boolean;
}

/**
 * Everything that follows from the declared shape of a resource type: enough to read, query and index its resources.
 */
export interface ResourceSchema {
  readonly typeId: string;
  /** All members in wire order. */
  readonly members: readonly string[];
  readonly view: ViewOf<Base>;
  /** Where stored resources refer to others, by top-level member. */
  readonly references: ReadonlyMap<string, readonly SchemaPath[]>;
  /** Those of `references` whose target no other resource may refer to. */
  readonly exclusive: ReadonlyMap<string, readonly SchemaPath[]>;
  readonly unique: readonly string[];
  readonly indexes: readonly IndexedPath[];
  /** Whether resources never change after their creation: they have no index by `lastModifiedAt`. */
  readonly isImmutable: boolean;
  /** Resources with this value are about customers, but customers must not see them. */
  readonly hides?: { readonly field: string; readonly value: string };
}
