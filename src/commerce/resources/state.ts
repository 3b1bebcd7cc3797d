import { distinctBy } from './shared/listElements.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Members } from '../../engine/define/Base.js';
import { Flag, Key, List, LocalizedString, OneOf, Optional, Shape } from '../../engine/schema/primitives.js';
import { Reference, type Identifier, type ReferenceValue, ResourceIdentifier } from '../../engine/schema/reference.js';
import { StateType } from './shared/workflow.js';
import { Named } from '../../engine/schema/Named.js';
import { invalidInput, invalidOperation } from '../../base/errors/ApiError.js';
import type { Context } from '../../engine/define/Context.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { action, change, set, unchanged, type ActionTable, setFrom } from '../../engine/define/actions.js';

/** The roles of States (STATE021). */
const StateRole = Named('StateRole', OneOf(['ReviewIncludedInStatistics', 'Return']));

const StateMembers = Shape({
  key: Key,
  type: StateType,
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  initial: Flag,
  builtIn: Flag,
  roles: Optional(List(StateRole)),
  transitions: Optional(List(Reference('state'))),
});

export type State = Base & Static<typeof StateMembers>;

/** The States are loaded, since their types must equal the type of this State (STATE054). */
const Transitions = List(ResourceIdentifier('state', { load: true }));

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
const draft = creation<State, typeof StateDraft>(
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
    throw invalidInput(
      `The role '${misfit}' belongs to States of type ${typeOfRole.get(misfit)}; ` + `this State has the type ${type}.`,
    );
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
      throw invalidOperation(
        `A State of type ${type} cannot have a transition to '${target.key}', ` + `which has the type ${target.type}.`,
      );
    return context.reference('state', transition);
  });
  return distinctBy(references, ({ id }) => id);
};

/** The States of a new project (STATE024). */
export const builtInStates: readonly Members<State>[] = [
  { key: 'Initial', type: 'LineItemState', name: { en: 'Initial' }, initial: true, builtIn: true },
];

type Roles = NonNullable<State['roles']>;

/** The stored roles; an empty list removes the member (STATE010, STATE022, STATE023). */
const rolesOf = ({ type }: State, roles: Roles): Roles | undefined => {
  assertRolesFit(type, roles);
  return roles.length === 0 ? undefined : [...new Set(roles)];
};

/** The update actions of States (STATE048 to STATE058). */
const actions: ActionTable<State> = {
  changeKey: setFrom('key', Key, (key, _, { key: old, builtIn }) => {
    if (builtIn && key !== old) throw invalidOperation(`The key of the built-in State '${old}' cannot be changed.`);
    return key;
  }),
  setName: set<State>('name', LocalizedString),
  setDescription: set<State>('description', LocalizedString),
  changeType: action({ type: StateType }, (state: State, { type }) => {
    if (state.type === type) return unchanged;
    assertRolesFit(type, state.roles ?? []);
    if ((state.transitions ?? []).length > 0)
      throw invalidOperation(
        `The type cannot be changed while the State has transitions to States of type ${state.type}.`,
      );
    return { set: { type }, unreferenced: true };
  }),
  changeInitial: change<State>('initial', Flag),
  setTransitions: setFrom(
    'transitions',
    Optional(Transitions),
    (given, context, { type }) => given && resolveTransitions(type, given, context),
  ),
  setRoles: setFrom('roles', Optional(List(StateRole)), (roles = [], _, state) => rolesOf(state, roles)),
  addRoles: setFrom('roles', List(StateRole), (added, _, state) => rolesOf(state, [...(state.roles ?? []), ...added])),
  removeRoles: setFrom('roles', List(StateRole), (removed, _, state) =>
    rolesOf(state, state.roles?.filter(role => !removed.includes(role)) ?? []),
  ),
};

/** Workflow States (STATE001 to STATE060). */
export const state = defineResource<State>({
  typeId: 'state',
  path: 'states',
  shared: true,
  // The table of scopes adds the deprecated scopes (STATE029 to STATE031).
  scopes: { read: ['view_states'], write: ['manage_states'] },
  resource: StateMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: ['type'],
  removal: {
    messages: ({ builtIn, key }) => {
      if (builtIn) throw invalidOperation(`The State '${key}' is built in and cannot be deleted.`);
      return [];
    },
  },
  behindReferences: {
    places: {
      'order.state': 'the progress of an order',
      'state.state': 'the progress of an item',
      'paymentStatus.state': 'the progress of a payment',
      'quote-request.state': 'the progress of a negotiation',
      'quote.state': 'as above',
    },
    members: {
      key: 'programs tell the states apart by it',
      name: 'shops write it in the order',
      description: 'as above',
      type: 'the place of the reference tells it',
      roles: 'shops offer a return by it',
      initial: 'tells that nothing has been done yet',
      builtIn: 'the documentation lists the built-in states',
    },
  },
});
