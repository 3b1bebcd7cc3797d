/** Declarations of update actions that the compiler refuses; `npm run lint` compiles this file. */
import { change, set } from '../../../src/engine/define/actions.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { Flag, LocalizedString, NonEmptyText } from '../../../src/engine/schema/primitives.js';

interface Warehouse extends Base {
  readonly active: boolean;
  readonly note?: string;
}

export const actions = {
  changeActive: change<Warehouse>('active', Flag),
  setNote: set<Warehouse>('note', NonEmptyText),
  // @ts-expect-error A flag is no text by language.
  changeActiveToText: change<Warehouse>('active', LocalizedString),
  // @ts-expect-error A text is no flag.
  setNoteToFlag: set<Warehouse>('note', Flag),
  // @ts-expect-error A warehouse has no such member.
  setUnknown: set<Warehouse>('unknown', NonEmptyText),
  // @ts-expect-error A required member cannot be removed.
  setActive: set<Warehouse>('active', Flag),
};
