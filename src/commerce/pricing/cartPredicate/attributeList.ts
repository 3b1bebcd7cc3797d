/**
 * Conditions about attributes: `attributes.color = "red"`, or `attributes(name = "color" and value = "red")` as queries
 * of products have it.
 */
import type { Predicate } from '../../../engine/query/predicate/Predicate.js';

/** The member beside `attributes` that has them as a list, under a name that clients cannot write. */
export const attributeList = 'attributes()';

const fieldsOf = (condition: Predicate): readonly string[] => {
  if ('parts' in condition) return condition.parts.flatMap(fieldsOf);
  return condition.kind === 'not' ? fieldsOf(condition.part) : [condition.field];
};

/** Tells whether a condition on a field is about the list of attributes; attributes may have such names, too. */
export const readsAttributeList = (field: string, part: Predicate): boolean => {
  if (field !== 'attributes') return false;
  const fields = fieldsOf(part);
  return fields.includes('name') && fields.includes('value');
};
