import { DateTime, Optional } from '../../engine/schema/primitives.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { type ActionTable, action, unchanged } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';

/** A resource is valid from `validFrom` (inclusive) until `validUntil` (exclusive). */
export const validity = { validFrom: Optional(DateTime), validUntil: Optional(DateTime) };

/** Times in their stored form compare as texts. */
export interface Validity {
  readonly validFrom?: string;
  readonly validUntil?: string;
}

export const isValidAt = ({ validFrom, validUntil }: Validity, at: string): boolean =>
  (validFrom === undefined || validFrom <= at) && (validUntil === undefined || at < validUntil);

/** Refuses a validity that ends before it begins. Times in their stored form compare as texts. */
export const assertValidity = ({ validFrom, validUntil }: Validity): void => {
  if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
    throw invalidInput(
      `validFrom must be earlier than validUntil: expected a time before ${validUntil}, got ${validFrom}.`,
    );
};

/**
 * The actions that set the validity of a resource. `setValidFromAndUntil` sets both ends where one of them has to pass
 * the other.
 */
export const validityActions: ActionTable<Validity> = {
  setValidFrom: action({ validFrom: validity.validFrom }, (resource: Validity, { validFrom }) =>
    withValidity(resource, { validFrom, validUntil: resource.validUntil }),
  ),
  setValidUntil: action({ validUntil: validity.validUntil }, (resource: Validity, { validUntil }) =>
    withValidity(resource, { validFrom: resource.validFrom, validUntil }),
  ),
  setValidFromAndUntil: action(validity, (resource: Validity, given) => withValidity(resource, given)),
};

const withValidity = (resource: Validity, { validFrom, validUntil }: Validity) => {
  assertValidity({ validFrom, validUntil });
  const old = { validFrom: resource.validFrom, validUntil: resource.validUntil };
  return sameValue(old, { validFrom, validUntil }) ? unchanged : { set: { validFrom, validUntil } };
};
