import { fail } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { Flag, Key, List, LocalizedString, Optional, Shape } from '../../../engine/schema/primitives.js';
import { type Identifier, type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { StateType } from '../shared/workflow.js';
import { type State, StateRole } from './members.js';

/** The States are loaded, since their types must equal the type of this State (STATE054). */
export const Transitions = List(ResourceIdentifier('state', { load: true }));

const StateDraft = Shape({
  key: Key,
  type: StateType,
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  initial: Optional(Flag),
  roles: Optional(List(StateRole)),
  transitions: Optional(Transitions),
});

/** A new State, with the defaults of its draft (STATE013 to STATE015). */
export const draft = creation<State, typeof StateDraft>(
  StateDraft,
  ({ key, type, name, description, initial = true, roles, transitions }, context) => {
    assertRolesFit(type, roles ?? []);
    return {
      members: {
        key,
        type,
        name,
        description,
        initial,
        builtIn: false,
        roles: roles && [...new Set(roles)],
        transitions: transitions && resolveTransitions(type, transitions, context),
      },
    };
  },
);

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

/** The States of a new project (STATE024). */
export const builtInStates: readonly Members<State>[] = [
  { key: 'Initial', type: 'LineItemState', name: { en: 'Initial' }, initial: true, builtIn: true },
];
