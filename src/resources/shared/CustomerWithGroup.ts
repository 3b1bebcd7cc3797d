import type { Base } from '../../engine/define/Base.js';
import type { ReferenceValue } from '../../schema/reference.js';

/** The member of a customer that carts and orders read; they do not import the resource type, which imports theirs. */
export interface CustomerWithGroup extends Base {
  readonly customerGroup?: ReferenceValue<'customer-group'>;
}
