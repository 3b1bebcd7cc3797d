/** Rewrites all resources with custom fields that their Type does not declare any more. */
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { timeOfCount } from '../../store/CommitClock.js';
import { loadShared } from '../../engine/loadResources.js';
import { customFieldHoldersOf, fieldsChange } from '../../commerce/resources/shared/removedFields.js';
import type { Type } from '../../commerce/resources/type.js';
import type { Rewriting } from './Rewriting.js';

export const followFieldsIn = async (rewriting: Rewriting, id: string): Promise<void> => {
  const { engine, projectKey } = rewriting.options;
  const readType = async () =>
    (await loadShared(engine, await engine.shared(projectKey), projectKey, 'type', [id])).get(id);
  const type = (await readType())?.resource as Type | undefined;
  if (type === undefined) return;
  const concerned = [...engine.resourceTypes.values()].filter(resourceType => {
    const holders = customFieldHoldersOf(resourceType);
    return !resourceType.isImmutable && type.resourceTypeIds.some(holder => holders.has(holder));
  });
  const rewrite = async (resourceType: ResourceType, sinceMs?: number): Promise<void> =>
    rewriting.rewrite({
      typeId: resourceType.typeId,
      ...(sinceMs === undefined
        ? { list: { by: 'id' } }
        : { list: { by: 'lastModifiedAt' }, bounds: { from: String(sinceMs), to: '+' } }),
      mayConcern: body => body.includes(id),
      changeOf: async resource => {
        const stored = await readType();
        const definitions = stored === undefined ? [] : [{ typeId: 'type', resource: stored.resource }];
        const typeOf = (typeId: string) => (typeId === id ? (stored?.resource as Type | undefined) : undefined);
        return fieldsChange(resourceType, resource, typeOf, definitions);
      },
    });
  for (const { typeId } of concerned) await rewriting.expect({ typeId, list: { by: 'id' } });
  // A pass may have missed only resources that were written since it began.
  const lastTime = async (): Promise<number> => timeOfCount(await engine.store.commitCount(projectKey));
  let sinceMs = await lastTime();
  for (const resourceType of concerned) await rewrite(resourceType);
  // A resource may have been made meanwhile of one that was still to be rewritten, such as an order of a cart.
  for (let before = -1; rewriting.rewritten > before; ) {
    before = rewriting.rewritten;
    const startMs = await lastTime();
    for (const resourceType of concerned) await rewrite(resourceType, sinceMs);
    sinceMs = startMs;
  }
};
