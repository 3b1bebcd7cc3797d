/** Declarations of update actions that the compiler refuses; `npm run lint` compiles this file. */
import { type ActionTable, change, set, setFrom } from '../../../src/engine/define/actions.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { Flag, LocalizedString, NonEmptyText, Optional } from '../../../src/engine/schema/primitives.js';

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

export const converted: ActionTable<Warehouse> = {
  setNote: setFrom('note', Optional(Flag), flag => (flag === true ? 'yes' : undefined)),
  // @ts-expect-error A note is no number.
  setNoteToNumber: setFrom('note', Optional(Flag), () => 1),
  // @ts-expect-error A warehouse has no such member.
  setUnknown: setFrom('unknown', Flag, flag => flag),
  // @ts-expect-error A required member cannot be removed.
  setActive: setFrom('active', Optional(Flag), flag => flag),
};
