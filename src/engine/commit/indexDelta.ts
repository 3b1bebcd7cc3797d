import type { FieldDelta } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import { indexedValueLengthMax, type ResourceSchema } from '../define/ResourceSchema.js';
import { fieldDelta } from './fieldDelta.js';

/** How the secondary indexes change; `changed` are the changed members, absent for all. */
export const indexDelta = (
  { indexes }: ResourceSchema,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta =>
  fieldDelta(
    changed === undefined ? indexes : indexes.filter(({ steps }) => changed.has(steps[0]!)),
    before,
    after,
    indexedValueLengthMax,
  );
