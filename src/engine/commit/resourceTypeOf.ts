import { required } from '../../errors/required.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';

/** The resource type of a companion write; a hook that names an unknown one is a defect. */
export const resourceTypeOf = ({ resourceTypes }: Pick<Engine, 'resourceTypes'>, typeId: string): ResourceType =>
  required(resourceTypes.get(typeId), `the resource type '${typeId}'`);
