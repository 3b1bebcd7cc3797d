import type { Logger } from 'pino';
import type { ClusterNode, OwnerChange } from '../../base/redis/clusterNodes.js';
import { type ConditionIntervals, LastingConditions } from './LastingConditions.js';

interface Move {
  readonly from: string;
  readonly to: string;
  /** Slots that have changed their owner. */
  moved: number;
  /** Slots that are migrating now. */
  migrating: readonly number[];
}

/** Listed slots; a tool moves one after the other. */
const listedMax = 10;

/** Slots that move between masters: one line when a move between two of them begins, each minute, and at its end. */
export class SlotMoves {
  readonly #conditions: LastingConditions<string>;
  readonly #moves = new Map<string, Move>();
  #movedSlots = 0;

  constructor(log: Logger, intervals: ConditionIntervals) {
    this.#conditions = new LastingConditions(log, intervals);
  }

  get movingSlots(): number {
    return [...this.#moves.values()].reduce((total, { migrating }) => total + migrating.length, 0);
  }

  /** Slots that have moved since the start of the process. */
  get movedSlots(): number {
    return this.#movedSlots;
  }

  report(nodes: ReadonlyMap<string, ClusterNode>, changes: readonly OwnerChange[]): void {
    for (const move of this.#moves.values()) move.migrating = [];
    const seen = new Set<Move>();
    for (const { from, to, slots } of changes) {
      const move = this.#moveOf(from, to);
      move.moved += slots;
      this.#movedSlots += slots;
      seen.add(move);
    }
    for (const from of nodes.values())
      for (const { slot, toId } of from.migrating) {
        const to = nodes.get(toId);
        if (to === undefined) continue;
        const move = this.#moveOf(from, to);
        move.migrating = [...move.migrating, slot];
        seen.add(move);
      }
    for (const [key, move] of this.#moves) this.#log(key, move, seen.has(move));
  }

  #moveOf(from: ClusterNode, to: ClusterNode): Move {
    const key = `${from.id} ${to.id}`;
    const known = this.#moves.get(key);
    if (known !== undefined) return known;
    const move: Move = { from: from.address, to: to.address, moved: 0, migrating: [] };
    this.#moves.set(key, move);
    return move;
  }

  #log(key: string, { from, to, moved, migrating }: Move, isSeen: boolean): void {
    const fields = { from, to, moved };
    if (isSeen)
      this.#conditions.see(key, () => ({
        message: `slots move from Redis at ${from} to ${to}`,
        fields: { ...fields, migrating: migrating.slice(0, listedMax) },
        level: 'warn',
      }));
    else
      this.#conditions.miss(key, () => ({ message: `${moved} slot(s) moved from Redis at ${from} to ${to}`, fields }));
    if (!this.#conditions.has(key)) this.#moves.delete(key);
  }
}
