/** The members of States, in their order on the wire. The engine adds the members of `Base`. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Flag, Key, List, LocalizedString, OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { StateType } from '../shared/workflow.js';
import { Named } from '../../../engine/schema/Named.js';

/** The roles of States (STATE021). */
export const StateRole = Named('StateRole', OneOf(['ReviewIncludedInStatistics', 'Return']));

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
