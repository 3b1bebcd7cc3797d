import { creation } from '../../engine/define/defineResource.js';
import { Flag, Key, List, LocalizedString, Optional, Shape } from '../../schema/primitives.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { assertRolesFit, resolveTransitions } from './rules.js';
import { StateType } from '../shared/workflowState.js';
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
