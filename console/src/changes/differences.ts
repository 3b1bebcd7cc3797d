import type { Resource } from '../api/Resource';

export interface Difference {
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Members that every change sets. */
const countedMembers: ReadonlySet<string> = new Set([
  'version',
  'versionModifiedAt',
  'lastModifiedAt',
  'lastModifiedBy',
  'lastMessageSequenceNumber',
]);

/** Returns the members in which two versions of a resource differ. */
export const differencesOf = (before: Resource, after: Resource): readonly Difference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(member => !countedMembers.has(member))
    .filter(member => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .map(member => ({ member, before: before[member], after: after[member] }));
