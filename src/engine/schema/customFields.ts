import { limits } from '../../base/config/limits.js';
import type { Static } from '@sinclair/typebox';
import { Optional, Shape } from './primitives.js';
import { Reference, ResourceIdentifier } from './reference.js';
import { Type } from './Type.js';
import { Named } from './Named.js';

/**
 * Values by field name. The Type defines which values are allowed; references among them are found without a
 * declaration.
 */
const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  maxProperties: limits.customFieldsMax,
  undeclared: 'values',
  declaredBy: 'type',
});

export const FieldValue = Type.Unsafe<unknown>({ undeclared: 'value' });

const TypeIdentifier = ResourceIdentifier('type', { load: true });

/** Payload of the actions that set a Type; a payload without `type` removes all custom fields. */
export const customTypeMembers = { type: Optional(TypeIdentifier), fields: Optional(Fields) };

export const CustomFieldsDraft = Named('CustomFieldsDraft', Shape({ type: TypeIdentifier, fields: Optional(Fields) }));
export const CustomFields = Named('CustomFields', Shape({ type: Reference('type'), fields: Fields }), {
  type: 'CustomFieldsType',
});

export type CustomFieldsDraft = Static<typeof CustomFieldsDraft>;
export type CustomFields = Static<typeof CustomFields>;
