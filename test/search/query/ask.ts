/** Well-formed expressions of every kind on every type of field. */
import type { ExpressionKind, SearchFieldType } from '../../../src/search/fields/SearchField.js';

/** A valid value for each type of field. */
const sample: Readonly<Record<SearchFieldType, unknown>> = {
  boolean: true,
  long: 42,
  number: 4.2,
  dateTime: '2024-05-06T07:08:09.010Z',
  instant: '2024-05-06T07:08:09.010Z',
  date: '2024-05-06',
  time: '07:08:09.010',
  keyword: 'a',
  text: 'a',
  localizedText: 'a',
  phone: '1',
  string: 'a',
};

const particular = (kind: ExpressionKind, type: SearchFieldType): Readonly<Record<string, unknown>> => {
  if (kind === 'exists') return {};
  if (kind === 'range') return { gte: sample[type] };
  return { value: kind === 'exact' ? sample[type] : 'a' };
};

/** Creates an expression; `field` may contain a customType. */
export const expressionOf = (
  kind: ExpressionKind,
  type: SearchFieldType,
  field: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const takesLanguage = type === 'localizedText' && kind !== 'range';
  return { [kind]: { ...field, ...particular(kind, type), ...(takesLanguage && { language: 'en' }) } };
};
