import { clusterPart } from './clusterPart.js';
import { connectionsPart } from './connectionsPart.js';
import { ordersPart } from './ordersPart.js';
import { processesPart } from './processesPart.js';
import { projectsPart } from './projectsPart.js';
import type { SavedScale, ScaleOptions, ScalePart, ScalePoint } from './ScalePart.js';
import { formatScale } from './formatScale.js';

export const scaleParts: readonly ScalePart[] = [ordersPart, projectsPart, connectionsPart, processesPart, clusterPart];

/** Measures the named parts, all without a name, at their own points or at these. */
export const runScale = async (
  names: readonly string[],
  points: readonly number[] | undefined,
  options: ScaleOptions,
  save: (result: Omit<SavedScale, 'at'>) => void,
): Promise<void> => {
  const unknown = names.find(name => !scaleParts.some(part => part.name === name));
  if (unknown !== undefined)
    throw new Error(`'${unknown}' is none of ${scaleParts.map(({ name }) => name).join(', ')}`);
  for (const part of scaleParts.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const found: ScalePoint[] = [];
    for (const count of points ?? part.points) {
      console.error(`measuring ${count} ${part.unit}`);
      found.push(await part.measure(count, options));
    }
    const result = { part: part.name, points: found };
    console.log(`\n${formatScale(part, result)}`);
    save(result);
  }
};
