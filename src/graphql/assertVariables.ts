/** What variables may be, known before they are held to what the document declares. */
import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/**
 * graphql-jit tells of each element that does not fit by itself, and of a null in a list with the list's first elements in
 * full: without these bounds some hundred kilobytes become gigabytes of messages. No list of the schema takes nulls.
 */
export const assertVariables = (variables: object): void => {
  const { graphqlVariableValuesMax: max } = limits;
  const open: object[] = [variables];
  let values = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const members = Object.values(value) as unknown[];
    values += members.length;
    if (values > max) throw fail('InvalidInput', { message: `The variables hold more than ${max} values.` });
    if (Array.isArray(value) && members.includes(null))
      throw fail('InvalidInput', { message: 'A list among the variables holds null; its elements have to be given.' });
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
};
