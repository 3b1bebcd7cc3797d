import type { TObject } from '@sinclair/typebox';
import { errorEntry, failAll } from '../errors/ApiError.js';

/**
 * Refuses members that a shape does not declare. The API ignores them, as its specification asks for; here a member
 * with a typing error, such as the role of an account, must not pass unseen.
 */
export const assertKnownMembers = (value: object, { properties }: TObject, at = ''): void => {
  const known = Object.keys(properties);
  const unknown = Object.keys(value).filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  const list = known.length === 0 ? 'no members' : `only ${known.join(', ')}`;
  throw failAll(
    unknown.slice(0, 20).map(name =>
      errorEntry('InvalidInput', {
        message: `The member '${name}' is not known${at === '' ? '' : ` in ${at}`}; expected ${list}.`,
      }),
    ),
  );
};
