import type { Change } from './actions.js';
import type { Base } from './defineResource.js';
import type { Engine } from './engine.js';
import type { Room } from './room.js';

/** A secret of another service goes to the store sealed (store/sealer.ts). */
export const sealed = ({ sealer }: Engine, projectKey: string, { typeId }: Room, id: string, hidden: Change<Base>['hidden']): Buffer | null | undefined =>
  (hidden === undefined || hidden === null ? hidden : sealer.seal(hidden, { projectKey, typeId, id }));
