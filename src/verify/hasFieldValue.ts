import type { FieldValue } from '../store/ChangeSet.js';

export const hasFieldValue = (values: readonly FieldValue[], { path, value }: FieldValue): boolean =>
  values.some(each => each.path === path && each.value === value);
