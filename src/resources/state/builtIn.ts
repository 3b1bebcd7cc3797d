import type { Members } from '../../engine/define/Base.js';
import type { State } from './draft.js';

/** STATE024: what every project begins with. */
export const builtInStates: readonly Members<State>[] = [
  { key: 'Initial', type: 'LineItemState', name: { en: 'Initial' }, initial: true, builtIn: true },
];
