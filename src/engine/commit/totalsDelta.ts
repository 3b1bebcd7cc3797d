import type { Total } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';

const nameOf = ({ name, day, member }: Total): string => `${name} ${day} ${member}`;

/**
 * Returns the changes of the sums that a resource is part of; undefined where none changes. `changed` holds the changed
 * members, absent for all.
 */
export const totalsDelta = (
  { definition: { derived: { totals } = {} } }: Pick<ResourceType, 'definition'>,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): readonly Total[] | undefined => {
  if (totals === undefined) return undefined;
  if (changed !== undefined && !totals.from.some(member => changed.has(member))) return undefined;
  if (before === undefined) return after && totals.of(after);
  const delta = new Map<string, Total>();
  const add = (total: Total, sign: 1 | -1): void => {
    const name = nameOf(total);
    delta.set(name, { ...total, amount: (delta.get(name)?.amount ?? 0) + sign * total.amount });
  };
  for (const total of totals.of(before)) add(total, -1);
  if (after !== undefined) for (const total of totals.of(after)) add(total, 1);
  const changes = [...delta.values()].filter(({ amount }) => amount !== 0);
  return changes.length === 0 ? undefined : changes;
};
