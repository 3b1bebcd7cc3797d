import { Type, type Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { Optional, Shape } from './basic.js';
import { Reference, ResourceIdentifier } from './reference.js';

/** Values by field name; what they may be, their Type says. */
const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', maxProperties: 1_000 });

export const CustomFieldsDraft = Shape({ type: ResourceIdentifier('type'), fields: Optional(Fields) });
export const CustomFields = Shape({ type: Reference('type'), fields: Fields });

export type CustomFieldsDraft = Static<typeof CustomFieldsDraft>;
export type CustomFields = Static<typeof CustomFields>;

export const customFieldsOf = (draft: CustomFieldsDraft | undefined, context: Context): CustomFields | undefined =>
  draft && { type: context.reference('type', draft.type), fields: draft.fields ?? {} };
