/** From when and until when something holds: two optional times, and the actions that set them. */
import { action } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { type Validity, validity } from '../../schema/validity.js';
import { assertValidity } from './assertValidity.js';

const withValidity = <R extends Validity>(resource: R, { validFrom, validUntil }: Validity) => {
  assertValidity({ validFrom, validUntil });
  const old = { validFrom: resource.validFrom, validUntil: resource.validUntil };
  return sameValue(old, { validFrom, validUntil }) ? unchanged : { set: { validFrom, validUntil } as Partial<R> };
};

/** One end that has to pass the other is moved together with it, by `setValidFromAndUntil`. */
export const validityActions = <R extends Validity>(): ActionTable<R> => ({
  setValidFrom: action({ validFrom: validity.validFrom }, (resource: R, { validFrom }) =>
    withValidity(resource, { validFrom, validUntil: resource.validUntil }),
  ),
  setValidUntil: action({ validUntil: validity.validUntil }, (resource: R, { validUntil }) =>
    withValidity(resource, { validFrom: resource.validFrom, validUntil }),
  ),
  setValidFromAndUntil: action(validity, (resource: R, given) => withValidity(resource, given)),
});
