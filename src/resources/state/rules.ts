import { fail } from '../../errors/ApiError.js';
import type { Context } from '../../engine/define/Context.js';
import type { Identifier, ReferenceValue } from '../../schema/reference.js';
import type { State } from './members.js';

type Role = NonNullable<State['roles']>[number];

/** The type of State that a role belongs to (STATE022, STATE023). */
const typeOfRole: ReadonlyMap<Role, State['type']> = new Map<Role, State['type']>([
  ['ReviewIncludedInStatistics', 'ReviewState'],
  ['Return', 'LineItemState'],
]);

/** Refuses roles that do not belong to the type of the State (STATE060). */
export const assertRolesFit = (type: State['type'], roles: readonly Role[]): void => {
  const misfit = roles.find(role => typeOfRole.get(role) !== type);
  if (misfit !== undefined)
    throw fail('InvalidInput', {
      message: `The role '${misfit}' belongs to States of type ${typeOfRole.get(misfit)}; this State has the type ${type}.`,
    });
};

/** The references of transitions. Refuses targets of another type (STATE054). */
export const resolveTransitions = (
  type: State['type'],
  transitions: readonly Identifier[],
  context: Context,
): ReferenceValue<'state'>[] => {
  const references = transitions.map(transition => {
    const target = context.load<State>('state', transition);
    if (target.type !== type)
      throw fail('InvalidOperation', {
        message: `A State of type ${type} cannot have a transition to '${target.key}', which has the type ${target.type}.`,
      });
    return context.reference('state', transition);
  });
  return references.filter((reference, index) => references.findIndex(other => other.id === reference.id) === index);
};
