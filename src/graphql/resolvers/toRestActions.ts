import { fail } from '../../errors/ApiError.js';
import type { Arguments } from '../GraphqlContext.js';
import { toCustomFieldsDraft, readFieldValue } from './customFieldResolvers.js';

/** Converts the payloads that differ from those of REST. */
const payloads: ReadonlyMap<string, (payload: Arguments) => object> = new Map<string, (payload: Arguments) => object>([
  ['setCustomType', toCustomFieldsDraft],
  [
    'setCustomField',
    ({ name, value }: Arguments) => ({
      name,
      value: value === undefined || value === null ? undefined : readFieldValue(name as string, value),
    }),
  ],
]);

const toRestAction = (input: Arguments, at: number): object => {
  const given = Object.entries(input).filter(([, payload]) => payload !== undefined && payload !== null);
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none' : given.map(([name]) => name).join(', ');
    throw fail('InvalidInput', { message: `actions[${at}] must have exactly one member, the action; got ${got}.` });
  }
  const [name, payload] = given[0] as [string, Arguments];
  return { action: name, ...(payloads.get(name)?.(payload) ?? payload) };
};

/**
 * Converts actions of GraphQL, `{ changeEmail: { email } }`, to those of REST: `{ action: 'changeEmail', email }`
 * (CUST053).
 */
export const toRestActions = (actions: readonly Arguments[]): object[] => actions.map(toRestAction);
