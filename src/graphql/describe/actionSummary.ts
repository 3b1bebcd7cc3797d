import { capitalized, wordsOf } from '../../schema/words.js';

/** The verb in the third person: `set` as `sets`, `publish` as `publishes`, `apply` as `applies`. */
const thirdPerson = (verb: string): string => {
  if (/(sh|ch|s)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

/** Says what an update action does: `setCustomerEmail` of an order sets the customer email. */
export const actionSummary = (action: string, resource: string): string => {
  const [verb = '', ...object] = wordsOf(action).split(' ');
  return `${capitalized(thirdPerson(verb))} the ${object.length === 0 ? resource : object.join(' ')}.`;
};
