/** Updates with 500 actions of each kind, on a small resource and, where they cost more, on a large one. */
import { limits } from '../../src/base/config/limits.js';
import { resourceTypes } from '../../src/commerce/resources/index.js';
import type { CompiledAction, ResourceType } from '../../src/engine/define/ResourceType.js';
import { createSample, hasSample } from '../../test/support/createSample.js';
import { type Filling, fill } from './fillSchema.js';
import { boundsOf, filling, growBody } from './growBody.js';
import { projectOf } from './projectOf.js';
import { type BodyWorld, type HostileBody, range } from './HostileBody.js';

const createOne = async (world: BodyWorld, typeId: string): Promise<{ id: string; version: number }> =>
  (await createSample(await projectOf(world), typeId)) as unknown as { id: string; version: number };

const actionsBody = (world: BodyWorld, name: string, { action }: CompiledAction, isFilled: boolean): string => {
  const make = (more: Pick<Filling, 'count' | 'left'>): string =>
    JSON.stringify(
      range(limits.actionsMax, () => ({ action: name, ...(fill(action.schema, filling(world, more)) as object) })),
    );
  return isFilled ? growBody(make, boundsOf(false)) : make({ count: 1, left: { values: Infinity } });
};

const updateOf = (
  { typeId, definition }: ResourceType,
  name: string,
  action: CompiledAction,
  isFilled: boolean,
): HostileBody => ({
  name: `500 actions of ${typeId}: ${name}, ${isFilled ? 'filled' : 'small'}`,
  make: async world => {
    const actions = actionsBody(world, name, action, isFilled);
    return async () => {
      const { id, version } = await createOne(world, typeId);
      return { path: `${definition.path}/${id}`, body: `{"version":${version},"actions":${actions}}` };
    };
  },
});

export const updateBodies: readonly HostileBody[] = resourceTypes
  .filter(({ typeId }) => hasSample(typeId) && typeId !== 'extension')
  .flatMap(type =>
    [...type.actions].flatMap(([name, action]) =>
      [false, true].map(isFilled => updateOf(type, name, action, isFilled)),
    ),
  );
