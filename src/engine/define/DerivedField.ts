import type { Base } from './Base.js';

/** A field that follows from members. Queries can name it, and no resource shows it. */
export interface DerivedField<R = Base> {
  /** The top-level members that it follows from. */
  readonly from: readonly (keyof R & string)[];
  /** Makes the field of these members; undefined where the resource has none. */
  readonly derive: (resource: Partial<R>) => string | true | undefined;
  /** The type of its values; absent: texts. */
  readonly holds?: 'boolean';
  /** The value that it equals of a text in a query; absent: the same text. */
  readonly normalize?: (text: string) => string;
}
