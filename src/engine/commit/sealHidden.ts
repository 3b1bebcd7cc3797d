import type { Base } from '../define/Base.js';
import type { Change } from '../define/Change.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';

/**
 * Seals the hidden values of a resource (store/Sealer.ts). Hashes are stored as they are: they must survive a change of
 * the encryption key.
 */
export const sealHidden = (
  { sealer }: Pick<Engine, 'sealer'>,
  projectKey: string,
  { typeId, definition }: ResourceType,
  id: string,
  hidden: Change<Base>['hidden'],
): Buffer | null | undefined => {
  if (hidden === undefined || hidden === null) return hidden;
  return definition.hidesHashes === true
    ? Buffer.from(JSON.stringify(hidden))
    : sealer.seal(hidden, { projectKey, typeId, id });
};
