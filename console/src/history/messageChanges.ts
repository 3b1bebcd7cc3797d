/** Extracts changes from a message: each member with its value, and the previous value if the message contains it. */
import type { Resource } from '../api/Resource';

export interface MessageChange {
  /** The member, such as `orderState`, or `address.city` for a member of an object. */
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Members that every message has; the others describe the change. */
const commonMembers: ReadonlySet<string> = new Set([
  'id',
  'version',
  'versionModifiedAt',
  'sequenceNumber',
  'resource',
  'resourceVersion',
  'resourceUserProvidedIdentifiers',
  'type',
  'createdAt',
  'lastModifiedAt',
  'createdBy',
  'lastModifiedBy',
]);

/** Matches the names of previous values, such as `oldPrice`, `oldOrderState` or `previousValue`. */
const formerPattern = /^(?:old|previous)([A-Z].*)$/;

const formerMember = (name: string): string | undefined => {
  const rest = formerPattern.exec(name)?.[1];
  return rest === undefined ? undefined : rest.charAt(0).toLowerCase() + rest.slice(1);
};

type Members = Readonly<Record<string, unknown>>;

/** Tells whether a value is shown member by member: an address, but not an amount of money or a reference. */
const isDividable = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('centAmount' in value) &&
  !('typeId' in value);

/** Returns the members in which two objects differ; one change for values that are not both objects. */
const divide = (member: string, before: unknown, after: unknown): readonly MessageChange[] => {
  if (!isDividable(before) || !isDividable(after)) return [{ member, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => ({ member: `${member}.${name}`, before: before[name], after: after[name] }));
};

/** Tells whether a list is empty; such a list is not worth showing, for example removed pictures in a publication. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const messageChanges = (message: Resource): readonly MessageChange[] => {
  const said = Object.keys(message).filter(name => !commonMembers.has(name));
  const names = said.filter(name => !isEmptyList(message[name]) || said.some(other => formerMember(other) === name));
  const formerNames = new Map(names.map(name => [formerMember(name), name]));
  return names.flatMap(name => {
    const member = formerMember(name);
    if (member !== undefined) return names.includes(member) ? [] : [{ member, before: message[name] }];
    const formerName = formerNames.get(name);
    return formerName === undefined
      ? [{ member: name, after: message[name] }]
      : divide(name, message[formerName], message[name]);
  });
};
