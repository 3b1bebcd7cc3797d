/* Short texts about schemas. */
import { element } from '/-/dom.js';
import { nameOfRef } from './parts.js';

/** Descriptions write code between backticks. */
export const describedBy = (text = '') =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));

const enumMax = 8;

const enumText = values => {
  const shown = values.slice(0, enumMax).map(value => JSON.stringify(value));
  return [...shown, ...(values.length > enumMax ? [`${values.length - enumMax} more`] : [])].join(' | ');
};

const unionText = alternatives => {
  const texts = [...new Set(alternatives.map(typeText))];
  return texts.length > 3 ? `one of ${texts.length}` : texts.join(' | ');
};

/** The type of a schema in a few words: `Order`, `string[]`, `"EUR" | "USD"`. */
export const typeText = schema => {
  const { $ref, type, format, items, enum: values, oneOf, anyOf, additionalProperties, properties } = schema;
  if ($ref !== undefined) return nameOfRef($ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return enumText(values);
  if (oneOf !== undefined || anyOf !== undefined) return unionText(oneOf ?? anyOf);
  if (items !== undefined) return `list of ${typeText(items)}`;
  if (properties === undefined && typeof additionalProperties === 'object')
    return `map of ${typeText(additionalProperties)}`;
  if (type === undefined) return 'any value';
  const types = Array.isArray(type) ? type.join(' | ') : type;
  return format === undefined ? types : `${types} (${format})`;
};

const limits = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'shortest length'],
  ['maxLength', 'longest length'],
  ['minItems', 'fewest items'],
  ['maxItems', 'most items'],
  ['minProperties', 'fewest members'],
  ['maxProperties', 'most members'],
  ['pattern', 'pattern'],
  ['default', 'default'],
  ['example', 'example'],
];

/** The limits of a value: `at least 1, at most 500, default 20`. */
export const limitText = schema =>
  limits
    .filter(([name]) => schema[name] !== undefined)
    .map(([name, label]) => {
      const value = schema[name];
      return `${label} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join(', ');
