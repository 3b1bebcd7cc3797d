/** Updates with 500 actions of each kind, on a small resource and, where they cost more, on a large one. */
import { limits } from '../../src/base/config/limits.js';
import { resourceTypes } from '../../src/commerce/resources/index.js';
import type { CompiledAction, ResourceType } from '../../src/engine/define/ResourceType.js';
import { createSample, hasSample } from '../../test/support/createSample.js';
import { createHttp } from '../../test/support/http.js';
import { growBody } from './drafts.js';
import { fill, restartTexts } from './fillSchema.js';
import { type BodyWorld, type HostileBody, range } from './HostileBody.js';

const bytesMax = 15.9 * 1024 * 1024;

const createOne = async (world: BodyWorld, typeId: string): Promise<{ id: string; version: number }> => {
  const http = createHttp(world.server.address);
  const quayside = { services: await world.services() };
  const made = await createSample({ quayside, http: http.as(world.token), projectKey: world.projectKey }, typeId);
  http.close();
  return made as unknown as { id: string; version: number };
};

const actionsBody = (world: BodyWorld, name: string, { action }: CompiledAction, bytes: number): string => {
  const make = (count: number): string => {
    restartTexts();
    const one = { ids: world.ids, count, textLength: 10, isWhole: true };
    const actions = range(limits.actionsMax, () => ({ action: name, ...(fill(action.schema, one) as object) }));
    return JSON.stringify(actions);
  };
  return growBody(make, bytes);
};

const updateOf = (
  { typeId, definition }: ResourceType,
  name: string,
  action: CompiledAction,
  bytes: number,
): HostileBody => ({
  name: `500 actions of ${typeId}: ${name}, ${bytes > 1e6 ? 'filled' : 'small'}`,
  make: async world => {
    const actions = actionsBody(world, name, action, bytes);
    return async () => {
      const { id, version } = await createOne(world, typeId);
      return { path: `${definition.path}/${id}`, body: `{"version":${version},"actions":${actions}}` };
    };
  },
});

export const updateBodies: readonly HostileBody[] = resourceTypes
  .filter(({ typeId }) => hasSample(typeId) && typeId !== 'extension')
  .flatMap(type =>
    [...type.actions].flatMap(([name, action]) => [1, bytesMax].map(bytes => updateOf(type, name, action, bytes))),
  );
