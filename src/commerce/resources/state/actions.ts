import { action, change, set, unchanged, type ActionTable } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../base/errors/ApiError.js';
import { Flag, Key, List, LocalizedString, Optional } from '../../../engine/schema/primitives.js';
import { Transitions, assertRolesFit, resolveTransitions } from './draft.js';
import { StateType } from '../shared/workflow.js';
import { type State, StateRole } from './members.js';

type Roles = NonNullable<State['roles']>;

/** The change that sets the roles of a State; an empty list removes the member (STATE010, STATE022, STATE023). */
const withRoles = (state: State, roles: Roles) => {
  assertRolesFit(state.type, roles);
  const value = roles.length === 0 ? undefined : [...new Set(roles)];
  return sameValue(state.roles, value) ? unchanged : { set: { roles: value } };
};

/** The update actions of States (STATE048 to STATE058). */
export const actions: ActionTable<State> = {
  changeKey: action({ key: Key }, (state: State, { key }) => {
    if (state.key === key) return unchanged;
    if (state.builtIn)
      throw fail('InvalidOperation', { message: `The key of the built-in State '${state.key}' cannot be changed.` });
    return { set: { key } };
  }),
  setName: set<State>('name', LocalizedString),
  setDescription: set<State>('description', LocalizedString),
  changeType: action({ type: StateType }, (state: State, { type }) => {
    if (state.type === type) return unchanged;
    assertRolesFit(type, state.roles ?? []);
    if ((state.transitions ?? []).length > 0)
      throw fail('InvalidOperation', {
        message: `The type cannot be changed while the State has transitions to States of type ${state.type}.`,
      });
    return { set: { type }, unreferenced: true };
  }),
  changeInitial: change<State>('initial', Flag),
  setTransitions: action({ transitions: Optional(Transitions) }, (state: State, { transitions }, context) => {
    const value = transitions && resolveTransitions(state.type, transitions, context);
    return sameValue(state.transitions, value) ? unchanged : { set: { transitions: value } };
  }),
  setRoles: action({ roles: Optional(List(StateRole)) }, (state: State, { roles = [] }) => withRoles(state, roles)),
  addRoles: action({ roles: List(StateRole) }, (state: State, { roles }) =>
    withRoles(state, [...(state.roles ?? []), ...roles]),
  ),
  removeRoles: action({ roles: List(StateRole) }, (state: State, { roles }) =>
    withRoles(
      state,
      (state.roles ?? []).filter(role => !roles.includes(role)),
    ),
  ),
};
