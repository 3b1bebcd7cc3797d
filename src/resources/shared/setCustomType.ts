import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { customFieldsOf } from './customFields.js';
import { type CustomFieldsDraft, customTypeMembers } from '../../schema/customFields.js';
import { customFieldMessages, type CustomFieldsLocation } from './CustomFieldsLocation.js';

/** Sets, overwrites or, without a Type, removes the custom fields of a holder (OACT058, OACT079). */
export const setCustomType = <R>(location: CustomFieldsLocation<R>): Action<R> =>
  action({ ...location.names, ...customTypeMembers }, (resource: R, payload, context) => {
    const { type, fields, ...names } = payload as {
      type?: CustomFieldsDraft['type'];
      fields?: Record<string, unknown>;
    };
    const holder = location.find(resource, names as never);
    const custom = customFieldsOf(type && { type, fields }, location.resourceTypeId, context);
    if (sameValue(holder.custom, custom)) return unchanged;
    const before = { [`${location.before ?? 'previous'}TypeId`]: holder.custom?.type.id };
    const messages =
      custom === undefined
        ? customFieldMessages(location, holder, 'TypeRemoved', before)
        : customFieldMessages(location, holder, 'TypeSet', { customFields: custom, ...before });
    return { set: holder.with(custom), messages };
  });
