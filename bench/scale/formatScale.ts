import { rangeOf } from '../measure/Range.js';
import { figureCells, figureColumns } from '../report/formatResults.js';
import { formatTable } from '../report/formatTable.js';
import type { SavedScale, ScalePart } from './ScalePart.js';

const failuresOf = (failures: readonly number[]): string => {
  const range = rangeOf(failures);
  return range === undefined || range.max === 0 ? '' : `${range.max} FAILED`;
};

const valueText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 });

/** A table of the loads and a list of the single values, point by point. */
export const formatScale = ({ unit }: Pick<ScalePart, 'unit'>, { points }: Pick<SavedScale, 'points'>): string => {
  const rows = points.flatMap(({ count, loads }) =>
    loads.map(({ name, figures }) => [
      `${count.toLocaleString('en')} ${unit}: ${name}`,
      ...figureCells(figures),
      failuresOf(figures.map(({ failures }) => failures)),
    ]),
  );
  const values = points.flatMap(({ count, values: all }) =>
    Object.entries(all).map(([name, value]) => `${count.toLocaleString('en')} ${unit}: ${name} ${valueText(value)}`),
  );
  return [formatTable(['load, median (min..max)', ...figureColumns, ''], rows), ...values].join('\n');
};
