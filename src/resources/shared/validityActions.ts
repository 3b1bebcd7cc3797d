import { action } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { type Validity, validity } from '../../schema/validity.js';
import { assertValidity } from './assertValidity.js';

const withValidity = (resource: Validity, { validFrom, validUntil }: Validity) => {
  assertValidity({ validFrom, validUntil });
  const old = { validFrom: resource.validFrom, validUntil: resource.validUntil };
  return sameValue(old, { validFrom, validUntil }) ? unchanged : { set: { validFrom, validUntil } };
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
