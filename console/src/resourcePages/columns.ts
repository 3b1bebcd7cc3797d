/** Chooses the columns of a list from the schema of its resources. */
import type { JsonSchema } from '../api/description';
import { stateMembers } from '../values/StateBadge';

/** The most important members, in this order. */
const wellKnown = [
  'orderNumber',
  'quoteRequestNumber',
  'email',
  'firstName',
  'lastName',
  'name',
  'code',
  'sku',
  'key',
  'customerEmail',
  'totalPrice',
  'amountPlanned',
  'availableQuantity',
  ...stateMembers,
  'isActive',
  'type',
];

const always = ['createdAt', 'lastModifiedAt'] as const;
const chosenMax = 6;

const isArray = ({ type, items }: JsonSchema): boolean => type === 'array' || items !== undefined;

/** Returns the members that a column can show: a list within a cell would not be readable. */
export const possibleColumns = ({ properties = {} }: JsonSchema): readonly string[] =>
  Object.entries(properties)
    .filter(([name, schema]) => name !== 'version' && !isArray(schema))
    .map(([name]) => name);

export const defaultColumns = (schema: JsonSchema): readonly string[] => {
  const possible = new Set(possibleColumns(schema));
  const chosen = wellKnown.filter(name => possible.has(name)).slice(0, chosenMax);
  return [...(chosen.length === 0 ? ['id'] : chosen), ...always.filter(name => possible.has(name))];
};

/** Tells whether the API sorts by a member: single values at the top of a resource. */
export const isSortable = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && schema.properties === undefined && !isArray(schema);
