import { clusterPart } from './clusterPart.js';
import { connectionsPart } from './connectionsPart.js';
import { ordersPart } from './ordersPart.js';
import { processesPart } from './processesPart.js';
import { projectsPart } from './projectsPart.js';
import type { SavedScale, ScaleOptions, ScalePart, ScalePoint } from './ScalePart.js';
import { formatScale } from './formatScale.js';

export const scaleParts: readonly ScalePart[] = [ordersPart, projectsPart, connectionsPart, processesPart, clusterPart];

/**
 * Measures the named parts, all without a name, at their own points or at these. `save` gets what is measured so far
 * after each point, so that a run that is cut keeps it.
 */
export const runScale = async (
  names: readonly string[],
  points: readonly number[] | undefined,
  options: ScaleOptions,
  save: (result: Omit<SavedScale, 'at'>) => void,
  parts: readonly ScalePart[] = scaleParts,
): Promise<void> => {
  const unknown = names.find(name => !parts.some(part => part.name === name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is none of ${parts.map(({ name }) => name).join(', ')}`);
  for (const part of parts.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const found: ScalePoint[] = [];
    for (const count of points ?? part.points) {
      console.error(`measuring ${count} ${part.unit}`);
      found.push(await part.measure(count, options));
      save({ part: part.name, points: found });
    }
    console.log(`\n${formatScale(part, { points: found })}`);
  }
};
