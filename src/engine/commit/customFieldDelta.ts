import type { FieldDelta } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import { customFieldPath } from '../define/customFieldIndex.js';
import { hashedValue } from '../define/hashedValue.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { fieldDelta } from './fieldDelta.js';

type Fields = Readonly<Record<string, unknown>>;

const noFields: Fields = {};

const fieldsOf = (resource: (Base & { readonly custom?: { readonly fields?: Fields } }) | undefined): Fields =>
  resource?.custom?.fields ?? noFields;

/**
 * How the lists change that the values of custom fields belong to, as if all fields were indexed: the commit leaves out
 * those that are not. Undefined where no list changes; `changed` are the changed members, absent for all.
 */
export const customFieldDelta = (
  { hasCustomFields }: Pick<ResourceSchema, 'hasCustomFields'>,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta | undefined => {
  if (!hasCustomFields || changed?.has('custom') === false) return undefined;
  const [fieldsBefore, fieldsAfter] = [fieldsOf(before), fieldsOf(after)];
  if (fieldsBefore === noFields && fieldsAfter === noFields) return undefined;
  const names = new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)]);
  const paths = [...names].map(name => ({ path: customFieldPath(name), steps: [name] }));
  const delta = fieldDelta(paths, fieldsBefore, fieldsAfter, hashedValue);
  return delta.added.length + delta.removed.length === 0 ? undefined : delta;
};
