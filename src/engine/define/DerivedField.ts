import type { Base } from './Base.js';

/** A field that follows from members. Queries can name it, and no resource shows it. */
export interface DerivedField<R = Base> {
  /** The top-level members that it follows from. */
  readonly from: readonly (keyof R & string)[];
  /** Derives the field from these members; undefined where the resource has none. */
  readonly derive: (resource: Partial<R>) => string | true | undefined;
  /** The type of its values; absent: texts. */
  readonly holds?: 'boolean';
  /** Returns the value that stands for a text of a query; absent: the text itself. */
  readonly normalize?: (text: string) => string;
}
