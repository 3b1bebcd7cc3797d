import type { Change } from '../define/Change.js';
import type { Base } from '../define/Base.js';
import type { Engine } from '../Engine.js';
import type { ResourceType } from '../define/ResourceType.js';

/** A secret of another service goes to the store sealed (store/sealer.ts); a hash opens nothing, and must not hang on a key that may change. */
export const sealHidden = (
  { sealer }: Engine,
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
