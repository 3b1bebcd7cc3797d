import type { Base } from './Base.js';

/** A field that follows from a member. Queries can name it, and no resource shows it. */
export interface DerivedField<R = Base> {
  /** The top-level member that holds the text it follows from. */
  readonly from: keyof R & string;
  /** Makes the field of the member, and the value that it equals of a text in a query. */
  readonly derive: (text: string) => string;
}
