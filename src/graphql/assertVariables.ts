import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/**
 * Limits variables before they are validated. graphql-jit reports each invalid element separately, and a null in a list
 * with the list's first elements in full: without a limit some hundred kilobytes become gigabytes of messages. No list
 * of the schema accepts nulls.
 */
export const assertVariables = (variables: object): void => {
  const { graphqlVariableValuesMax: max } = limits;
  const pending: object[] = [variables];
  let values = 0;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const members = Object.values(value) as unknown[];
    values += members.length;
    if (values > max) throw fail('InvalidInput', { message: `The variables hold more than ${max} values.` });
    if (Array.isArray(value) && members.includes(null))
      throw fail('InvalidInput', { message: 'A list among the variables holds null; its elements have to be given.' });
    for (const member of members) if (typeof member === 'object' && member !== null) pending.push(member);
  }
};
