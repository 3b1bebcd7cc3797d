/** Places of a grid, and the areas that two of them span. */

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Area {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
}

export const areaOf = (one: Place, other: Place): Area => {
  const [top, left] = [Math.min(one.row, other.row), Math.min(one.column, other.column)];
  return {
    top,
    left,
    height: Math.abs(one.row - other.row) + 1,
    width: Math.abs(one.column - other.column) + 1,
  };
};

export const isWithin = ({ top, left, height, width }: Area, { row, column }: Place): boolean =>
  row >= top && row < top + height && column >= left && column < left + width;

export const placesOf = ({ top, left, height, width }: Area): readonly Place[] =>
  Array.from({ length: height * width }, (_, at) => ({
    row: top + Math.floor(at / width),
    column: left + (at % width),
  }));

/** Returns the area of a pasted block: a selection that is a multiple of it is filled with it, as in a spreadsheet. */
export const pasteArea = (selection: Area, block: readonly (readonly string[])[]): Area => {
  const [height, width] = [block.length, Math.max(...block.map(({ length }) => length))];
  return {
    ...selection,
    height: selection.height % height === 0 ? selection.height : height,
    width: selection.width % width === 0 ? selection.width : width,
  };
};

const steps: Readonly<Record<string, readonly [rows: number, columns: number] | undefined>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
  PageUp: [Number.NEGATIVE_INFINITY, 0],
  PageDown: [Number.POSITIVE_INFINITY, 0],
};

const bounded = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Returns the place to which a key leads; undefined for all other keys. */
export const placeAfter = (
  key: string,
  { row, column }: Place,
  size: { readonly rows: number; readonly columns: number },
): Place | undefined => {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return undefined;
  return { row: bounded(row + step[0], size.rows), column: bounded(column + step[1], size.columns) };
};
