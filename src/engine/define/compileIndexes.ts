import type { TSchema } from '@sinclair/typebox';
import { markedPaths } from '../../schema/schemaPaths.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { IndexedPath, ResourceSchema } from './ResourceSchema.js';

const memberSchema = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  (
    (schema?.type === 'array' ? (schema.items as TSchema) : schema)?.properties as Record<string, TSchema> | undefined
  )?.[name];

const indexedPath = (
  { resource, derivedFields = {} }: ResourceDefinition,
  path: string,
  hashed: boolean,
): IndexedPath => {
  const derived = Object.hasOwn(derivedFields, path) ? derivedFields[path] : undefined;
  if (derived !== undefined) return { path, steps: [derived.from], hashed, holds: 'string', derive: derived.derive };
  const steps = path.split('.');
  const type = steps.reduce<TSchema | undefined>(memberSchema, resource)?.type as string | undefined;
  return {
    path,
    steps,
    hashed,
    holds: type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'string',
  };
};

/** An index of staged data would answer queries that see published data alone. */
const assertNoStagedIndex = ({ typeId, published }: ResourceDefinition, { path, steps }: IndexedPath): void => {
  if (published !== undefined && steps[0] === published.member && path !== `${published.member}.${published.flag}`)
    throw new Error(`The index ${path} of ${typeId} is by a member that holds staged data.`);
};

/** The paths with ids of targets that a resource holds as long as it refers to them: `paymentInfo.payments.id`. */
const heldTargets = ({ resource, holds }: ResourceDefinition): Map<string, string> =>
  new Map(
    (holds === undefined ? markedPaths(resource, 'reference') : []).flatMap(({ steps, mark }): [string, string][] =>
      mark?.exclusive === true && mark.by !== 'key'
        ? [[[...steps.filter(step => step !== '*'), 'id'].join('.'), mark.typeId]]
        : [],
    ),
  );

type CompiledIndexes = Pick<ResourceSchema, 'indexes' | 'indexByPath' | 'hasCustomFields' | 'heldTargets'>;

export const compileIndexes = (definition: ResourceDefinition): CompiledIndexes => {
  const { resource, indexes = [], hashedIndexes = [] } = definition;
  const compiled = [
    ...indexes.map(path => indexedPath(definition, path, false)),
    ...hashedIndexes.map(path => indexedPath(definition, path, true)),
  ];
  for (const index of compiled) assertNoStagedIndex(definition, index);
  return {
    indexes: compiled,
    indexByPath: new Map(compiled.map(index => [index.path, index])),
    hasCustomFields: memberSchema(memberSchema(resource, 'custom'), 'fields') !== undefined,
    heldTargets: heldTargets(definition),
  };
};
