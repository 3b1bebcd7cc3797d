/** Finds the names that a wrong name may have been meant to be, for error messages. */

const namesMax = 3;
const distanceMax = 3;
/** Longer names are not compared: they come from clients and may be of any length. */
const lengthMax = 64;

type Row = readonly number[];

/**
 * Returns one row of the table of distances: those between `name` up to `at` and each start of `other`. `rows` are the
 * two rows before.
 */
const nextRow = (name: string, other: string, at: number, [before, last]: readonly [Row, Row]): Row => {
  const next = [at + 1];
  for (let column = 0; column < other.length; column++) {
    const isSwapped = at > 0 && column > 0 && name[at] === other[column - 1] && name[at - 1] === other[column];
    next.push(
      Math.min(
        last[column]! + (name[at] === other[column] ? 0 : 1),
        last[column + 1]! + 1,
        next[column]! + 1,
        isSwapped ? before[column - 1]! + 1 : Infinity,
      ),
    );
  }
  return next;
};

/** The number of letters to insert, delete, replace or swap with the next one (optimal string alignment). */
const editDistance = (name: string, other: string): number => {
  let rows: readonly [Row, Row] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let at = 0; at < name.length; at++) rows = [rows[1], nextRow(name, other, at, rows)];
  return rows[1][other.length]!;
};

/**
 * At most three of the known names, the nearest first, without regard to case. More than half of a name must be right.
 */
export const nearestNames = (wrong: string, known: Iterable<string>): string[] => {
  if (wrong.length > lengthMax) return [];
  const folded = wrong.toLowerCase();
  const max = Math.min(distanceMax, Math.ceil(folded.length / 2) - 1);
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const name of known) {
    if (Math.abs(name.length - folded.length) > max) continue;
    const distance = editDistance(folded, name.toLowerCase());
    if (distance <= max) near.push({ name, distance });
  }
  return near
    .sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .slice(0, namesMax)
    .map(({ name }) => name);
};
