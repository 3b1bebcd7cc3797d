/**
 * Two members of a resource that are its address together, such as the container and the key of a custom object. Paths,
 * unique values and look-ups name them as one field, `container/key`, whose value is `prices/2026`.
 */
import { errorEntry } from '../../base/errors/ApiError.js';
import type { Claim } from '../../store/ChangeSet.js';
import { Named } from '../schema/Named.js';
import { Type } from '../schema/Type.js';
import type { Base } from './Base.js';

const separator = '/';

type Pair = readonly [group: string, member: string];

/** A part of such an address, which may stand in a path as it is. */
export const AddressPart = Named(
  'AddressPart',
  Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^[-_~.a-zA-Z0-9]+$',
    description: 'letters, digits, hyphens, underscores, tildes and dots',
  }),
);

/** The name of both members as one field. */
export const pairField = (pair: Pair): string => pair.join(separator);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value of a field, or of two members that are one field. */
export const valueOfField = (members: Readonly<Record<string, unknown>>, field: string): string =>
  // Most fields are one member; this is on the shortest path of a request.
  field.includes(separator)
    ? field
        .split(separator)
        .map(name => textOf(members[name]))
        .join(separator)
    : textOf(members[field]);

/** The unique value of a resource with such an address. */
export const pairClaims =
  (pair: Pair) =>
  (resource: Base): readonly Claim[] => {
    const field = pairField(pair);
    const value = valueOfField(resource as unknown as Readonly<Record<string, unknown>>, field);
    return [{ path: field, value, refusal: errorEntry('DuplicateField', { field: pair[1], duplicateValue: value }) }];
  };
