import type { Claim, FieldDelta } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import { fieldDelta } from './fieldDelta.js';

type ClaimsByName = ReadonlyMap<string, Claim>;

const claimsByName = (claims: (resource: Base) => readonly Claim[], resource: Base | undefined): ClaimsByName =>
  new Map((resource === undefined ? [] : claims(resource)).map(claim => [`${claim.path}:${claim.value}`, claim]));

const claimsWithout = (claims: ClaimsByName, others: ClaimsByName): Claim[] =>
  [...claims].filter(([name]) => !others.has(name)).map(([, claim]) => claim);

/**
 * How the unique values of a resource change: those of its unique fields, and those that its type computes. `changed`
 * are the changed members, absent for all.
 */
export const uniqueDelta = (
  { unique, definition: { claims } }: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): FieldDelta<Claim> => {
  const paths = unique.filter(field => changed?.has(field) ?? true).map(field => ({ path: field, steps: [field] }));
  const fields = fieldDelta(paths, before, after, String);
  if (claims === undefined) return fields;
  const [claimsBefore, claimsAfter] = [claimsByName(claims, before), claimsByName(claims, after)];
  return {
    added: [...fields.added, ...claimsWithout(claimsAfter, claimsBefore)],
    removed: [...fields.removed, ...claimsWithout(claimsBefore, claimsAfter)],
  };
};
