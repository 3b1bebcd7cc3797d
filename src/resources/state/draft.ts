import type { Static } from '@sinclair/typebox';
import { creation } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { Flag, Key, List, LocalizedString, OneOf, Optional, Shape } from '../../schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { assertRolesFit, resolveTransitions } from './rules.js';
import { StateType } from '../shared/workflowState.js';

/** The roles of States (STATE021). */
export const StateRole = OneOf(['ReviewIncludedInStatistics', 'Return']);
/** The States are loaded, since their types must equal the type of this State (STATE054). */
export const Transitions = List(ResourceIdentifier('state', { load: true }));

export const StateMembers = Shape({
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
