import type { TSchema } from '@sinclair/typebox';
import { markedPaths, type SchemaPath } from '../../schema/schemaPaths.js';
import { defineView } from '../document/defineView.js';
import type { Base } from './Base.js';
import { compileValidator } from './compileValidator.js';
import type { Creation } from './Creation.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { IndexedPath } from './ResourceSchema.js';
import type { CompiledAction, CompiledCreation, InputSchema, ResourceType } from './ResourceType.js';

/** The members that the engine sets, in wire order; the resource type's own follow. */
const baseMembers = [
  'id',
  'version',
  'createdAt',
  'lastModifiedAt',
  'createdBy',
  'lastModifiedBy',
  'lastMessageSequenceNumber',
] as const;

const memberSchema = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  (
    (schema?.type === 'array' ? (schema.items as TSchema) : schema)?.properties as Record<string, TSchema> | undefined
  )?.[name];

const indexedPath = (resource: TSchema, path: string): IndexedPath => {
  const steps = path.split('.');
  const schemas = steps.map((_, at) => steps.slice(0, at + 1).reduce<TSchema | undefined>(memberSchema, resource));
  const type = schemas.at(-1)?.type as string | undefined;
  return {
    path,
    steps,
    many: schemas.some(schema => schema?.type === 'array'),
    holds: type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'string',
  };
};

const compileInput = (schema: TSchema): InputSchema => ({
  validate: compileValidator(schema),
  identifiers: markedPaths(schema, 'identifier'),
});

const compileCreation = (creation: Creation<Base>): CompiledCreation => ({
  creation,
  ...compileInput(creation.schema),
});

const compileActions = (actions: ResourceDefinition['actions'] = {}): ReadonlyMap<string, CompiledAction> =>
  new Map(Object.entries(actions).map(([name, action]) => [name, { action, ...compileInput(action.schema) }]));

const groupByMember = (paths: readonly SchemaPath[]): Map<string, SchemaPath[]> => {
  const groups = new Map<string, SchemaPath[]>();
  for (const path of paths) {
    const [member = ''] = path.steps;
    const group = groups.get(member);
    if (group === undefined) groups.set(member, [path]);
    else group.push(path);
  }
  return groups;
};

/** Compiles a definition. The types of its resources end here: the engine works on any resource. */
export const compileResourceType = (definition: ResourceDefinition): ResourceType => {
  const members = [...baseMembers, ...Object.keys(definition.resource.properties)];
  const references = markedPaths(definition.resource, 'reference');
  return {
    definition,
    typeId: definition.typeId,
    members,
    view: defineView<Base>(members),
    draft: definition.draft && compileCreation(definition.draft),
    ownDraft: definition.own?.draft && compileCreation(definition.own.draft),
    creations: new Map(
      Object.entries(definition.creations ?? {}).map(([segment, creation]) => [segment, compileCreation(creation)]),
    ),
    actions: compileActions(definition.actions),
    ownActions: compileActions(definition.own?.actions),
    references: groupByMember(references),
    exclusive: groupByMember(references.filter(({ mark }) => mark?.exclusive === true)),
    unique: definition.unique ?? [],
    indexes: (definition.indexes ?? []).map(path => indexedPath(definition.resource, path)),
    isImmutable: definition.immutable === true,
    hides: definition.own?.hides,
  };
};
