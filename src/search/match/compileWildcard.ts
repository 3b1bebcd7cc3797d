import { spendWork } from '../../base/shedding/boundedWork.js';

const bitsPerWord = 32;

/** The states of a pattern as bits: state n is reached when the first n parts match the text so far. */
const createStates = (partCount: number): Int32Array => new Int32Array(Math.ceil((partCount + 1) / bitsPerWord));

const addState = (states: Int32Array, state: number): void => {
  states[Math.floor(state / bitsPerWord)]! |= 1 << (state % bitsPerWord);
};

const hasState = (states: Int32Array, state: number): boolean =>
  ((states[Math.floor(state / bitsPerWord)]! >>> (state % bitsPerWord)) & 1) === 1;

interface Transitions {
  /** The states that a character of the pattern leads to. */
  readonly byCharacter: ReadonlyMap<number, Int32Array>;
  /** The states that any other character leads to. */
  readonly byOther: Int32Array;
  /** The states in which every character may follow. */
  readonly lasting: Int32Array;
}

const transitionsOf = (parts: readonly string[]): Transitions => {
  const byOther = createStates(parts.length);
  const lasting = createStates(parts.length);
  for (const [at, part] of parts.entries()) {
    if (part === '*') addState(lasting, at + 1);
    if (part === '*' || part === '?') addState(byOther, at + 1);
  }
  const byCharacter = new Map<number, Int32Array>();
  for (const [at, part] of parts.entries()) {
    const code = part.codePointAt(0)!;
    const states = byCharacter.get(code) ?? byOther.slice();
    addState(states, at + 1);
    byCharacter.set(code, states);
  }
  return { byCharacter, byOther, lasting };
};

/** Advances all states by one character; false when none is left. */
const advance = (states: Int32Array, reachable: Int32Array, lasting: Int32Array): boolean => {
  let carry = 0;
  let left = 0;
  for (let at = 0; at < states.length; at++) {
    const word = states[at]!;
    const next = (((word << 1) | carry) & reachable[at]!) | (word & lasting[at]!);
    carry = word >>> (bitsPerWord - 1);
    states[at] = next;
    left |= next;
  }
  return left !== 0;
};

/**
 * Compiles a wildcard pattern: `*` stands for one or more characters, `?` for exactly one; the whole text must match
 * (SEARCH027). All ways to match are followed at once, 32 parts of the pattern in one operation, so that patterns of
 * equal length take equal time.
 */
export const compileWildcard = (pattern: string, spend = spendWork): ((text: string) => boolean) => {
  const parts = Array.from(pattern);
  const { byCharacter, byOther, lasting } = transitionsOf(parts);
  return text => {
    const states = createStates(parts.length);
    addState(states, 0);
    for (const character of text) {
      spend(1 + states.length / 8);
      if (!advance(states, byCharacter.get(character.codePointAt(0)!) ?? byOther, lasting)) return false;
    }
    return hasState(states, parts.length);
  };
};
