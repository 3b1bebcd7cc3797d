import type { Services } from '../services/services.js';
import { type BodyConversion, type BodyForm, convertBodies } from '../store/convertBodies.js';
import { keys } from '../store/keys.js';
import { ProjectError } from './createProject.js';

export interface TypeConversion extends BodyConversion {
  readonly typeId: string;
}

/**
 * Stores the bodies of all types that COMPRESS_BODIES concerns in one form, and reports each part. Servers may run and
 * write. Throws ProjectError for an unknown project.
 */
export async function* compressProject(
  { redis, engine }: Pick<Services, 'redis' | 'engine'>,
  projectKey: string,
  form: BodyForm,
): AsyncGenerator<TypeConversion> {
  if ((await redis.sismember(keys.projects, projectKey)) === 0)
    throw new ProjectError(`The project '${projectKey}' was not found.`);
  const types = [...engine.resourceTypes.values()].filter(({ compression }) => compression === 'bySetting');
  for (const { typeId } of types)
    for await (const conversion of convertBodies(redis, projectKey, typeId, form)) yield { typeId, ...conversion };
}
