import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';

/** The resource type of a companion write; a hook that names an unknown one is a defect. */
export const resourceTypeOf = ({ resourceTypes }: Pick<Engine, 'resourceTypes'>, typeId: string): ResourceType => {
  const resourceType = resourceTypes.get(typeId);
  if (resourceType === undefined) throw new Error(`there is no resource type '${typeId}'`);
  return resourceType;
};
