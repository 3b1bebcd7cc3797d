import type { Members } from '../../engine/define/Base.js';
import type { State } from './members.js';

/** The States of a new project (STATE024). */
export const builtInStates: readonly Members<State>[] = [
  { key: 'Initial', type: 'LineItemState', name: { en: 'Initial' }, initial: true, builtIn: true },
];
