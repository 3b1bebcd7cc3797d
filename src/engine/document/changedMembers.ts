import { sameValue } from './sameValue.js';

/** The members of `set` whose value differs from the resource's. */
export const changedMembers = <R extends object>(set: Partial<R>, resource: R): Partial<R> =>
  Object.fromEntries(
    Object.entries(set).filter(([name, value]) => !sameValue(value, resource[name as keyof R])),
  ) as Partial<R>;
