import { fail } from '../../errors/ApiError.js';
import type { Convert } from '../derive/InputTypes.js';
import type { Arguments } from '../GraphqlContext.js';

const toRestAction = (input: Arguments, at: number, converts: ReadonlyMap<string, Convert>): object => {
  const given = Object.entries(input).filter(([, payload]) => payload !== undefined && payload !== null);
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none' : given.map(([name]) => name).join(', ');
    throw fail('InvalidInput', { message: `actions[${at}] must have exactly one member, the action; got ${got}.` });
  }
  const [name, payload] = given[0] as [string, Arguments];
  return { action: name, ...((converts.get(name)?.(payload as never) as object | undefined) ?? payload) };
};

/**
 * Converts actions of GraphQL, `{ changeEmail: { email } }`, to those of REST: `{ action: 'changeEmail', email }`
 * (CUST053). `converts` has those whose payload has another form.
 */
export const toRestActions = (actions: readonly Arguments[], converts: ReadonlyMap<string, Convert>): object[] =>
  actions.map((input, at) => toRestAction(input, at, converts));
