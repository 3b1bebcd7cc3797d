import type { FieldDelta } from '../../store/ChangeSet.js';
import { hashedValue, type IndexableValue } from '../define/hashedValue.js';
import { type IndexedPath, indexedValueLengthMax, type ResourceSchema } from '../define/ResourceSchema.js';
import { fieldDelta } from './fieldDelta.js';

const toIndexText = (value: IndexableValue, { hashed, derive }: IndexedPath): string | undefined => {
  const indexed = derive === undefined ? value : derive(String(value));
  if (hashed) return hashedValue(indexed);
  const text = String(indexed);
  return text.length <= indexedValueLengthMax ? text : undefined;
};

/** How the secondary indexes change; `changed` are the changed members, absent for all. */
export const indexDelta = (
  { indexes }: Pick<ResourceSchema, 'indexes'>,
  before: object | undefined,
  after: object | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta =>
  fieldDelta(
    changed === undefined ? indexes : indexes.filter(({ steps }) => changed.has(steps[0]!)),
    before,
    after,
    toIndexText,
  );
