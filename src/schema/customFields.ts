import { Optional, Shape } from './primitives.js';
import { Fields } from '../resources/shared/customFields.js';
import { Reference, ResourceIdentifier } from './reference.js';
import type { Static } from '@sinclair/typebox';

export const TypeIdentifier = ResourceIdentifier('type', { load: true });
/** Payload of the actions that set a Type: without one all custom fields go. */

export const customTypeMembers = { type: Optional(TypeIdentifier), fields: Optional(Fields) };
export const CustomFieldsDraft = Shape({ type: TypeIdentifier, fields: Optional(Fields) });
export type CustomFieldsDraft = Static<typeof CustomFieldsDraft>;
export const CustomFields = Shape({ type: Reference('type'), fields: Fields });
export type CustomFields = Static<typeof CustomFields>;
export const fieldsMax = 1000;
