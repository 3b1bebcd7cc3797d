import type { TSchema } from '@sinclair/typebox';
import { readWordLines } from '../../base/config/packageFile.js';
import { compilePaths, type FindReferences, markedPaths, type SchemaPath } from '../schema/compilePaths.js';
import { defineView } from '../document/defineView.js';
import type { Compression } from '../../store/ChangeSet.js';
import { type Base, BaseShape } from './Base.js';
import { compileIndexes } from './compileIndexes.js';
import { compileQuickCheck } from './compileQuickCheck.js';
import { compileValidator } from './compileValidator.js';
import type { Creation } from './Creation.js';
import { compileResourceFields, type FieldShape } from './FieldShape.js';
import { merchantMembersOf, withoutMembers } from './merchantMembers.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { CompiledAction, CompiledCreation, InputSchema, ResourceType } from './ResourceType.js';

/**
 * Members of drafts and update actions that the hosted API has and this server does not: validators refuse them by
 * name, where they drop members without any declaration (GEN068).
 */

/** The paths of the members by the draft or action: `cart`, `me/cart`, `order/import`, `cart#addLineItem`. */
const readPaths = (): ReadonlyMap<string, readonly string[]> =>
  new Map(readWordLines('assets/missing/members.txt').map(([place = '', ...paths]) => [place, paths]));

let pathsByPlace: ReadonlyMap<string, readonly string[]> | undefined;

/** The schema with the mark at one path; elements of a list have the path of the list. */
const withMark = (schema: TSchema, [name = '', ...rest]: readonly string[]): TSchema => {
  if (schema.items !== undefined) return { ...schema, items: withMark(schema.items as TSchema, [name, ...rest]) };
  if (rest.length === 0) return { ...schema, notOffered: [...((schema.notOffered ?? []) as string[]), name] };
  const properties = schema.properties as Readonly<Record<string, TSchema>>;
  const member = properties[name];
  // The file is older than the declaration; npm run docs, which builds on this, writes it anew.
  if (member === undefined) return schema;
  return { ...schema, properties: { ...properties, [name]: withMark(member, rest) } };
};

/** The schema of a draft or an action, as its validator sees it. */
export const withMissingMembers = (place: string, schema: TSchema): TSchema =>
  ((pathsByPlace ??= readPaths()).get(place) ?? []).reduce((marked, path) => withMark(marked, path.split('.')), schema);

/** The members that the engine sets, in wire order; the resource type's own follow. */
const baseMembers = Object.keys(BaseShape.properties);

/**
 * Refuses the stored shape of custom fields in what clients send, as an address has them too: nothing would check them
 * against their Type.
 */
const assertDraftShape = (name: string, schema: TSchema): void => {
  const [stored] = markedPaths(schema, 'reference').filter(({ mark }) => mark?.typeId === 'type');
  if (stored === undefined) return;
  throw new Error(
    `${name} takes stored custom fields at '${stored.steps.join('.')}', which nothing checks: ` +
      'declare CustomFieldsDraft or AddressDraft there',
  );
};

/** `place` is the name of the draft or the action in assets/missing/members.txt. */
const compileInput = (name: string, place: string, schema: TSchema): InputSchema => {
  assertDraftShape(name, schema);
  const checked = withMissingMembers(place, schema);
  const quickCheck = compileQuickCheck(checked);
  return {
    quickCheck,
    validate: compileValidator(checked, quickCheck),
    identifiers: compilePaths(markedPaths(schema, 'identifier')),
  };
};

const compileCreation = (name: string, place: string, creation: Creation<Base>): CompiledCreation => ({
  creation,
  ...compileInput(name, place, creation.schema),
});

const compileActions = (
  typeId: string,
  place: string,
  actions: ResourceDefinition['actions'] = {},
): ReadonlyMap<string, CompiledAction> =>
  new Map(
    Object.entries(actions).map(([name, action]) => [
      name,
      { action, ...compileInput(`the action ${name} of ${typeId}`, `${place}#${name}`, action.schema) },
    ]),
  );

const findByMember = (paths: readonly SchemaPath[]): Map<string, FindReferences> => {
  const groups = new Map<string, SchemaPath[]>();
  for (const { steps, mark } of paths) {
    const [member = '', ...rest] = steps;
    groups.set(member, [...(groups.get(member) ?? []), { steps: rest, mark }]);
  }
  return new Map([...groups].map(([member, group]) => [member, compilePaths(group)]));
};

/** The members in wire order: those that updates change often come first. */
const orderMembers = ({
  resource,
  storage: { oftenChanged = [] } = {},
}: ResourceDefinition): Pick<ResourceType, 'members' | 'headMemberCount'> => {
  const others = Object.keys(resource.properties).filter(name => !(oftenChanged as readonly string[]).includes(name));
  return {
    members: [...baseMembers, ...oftenChanged, ...others],
    headMemberCount: oftenChanged.length === 0 ? 0 : baseMembers.length + oftenChanged.length,
  };
};

const compileCreations = (
  typeId: string,
  place: string,
  creations: ResourceDefinition['creations'] = {},
): ResourceType['creations'] =>
  new Map(
    Object.entries(creations).map(([segment, creation]) => [
      segment,
      compileCreation(`the draft ${segment} of ${typeId}`, `${place}/${segment}`, creation),
    ]),
  );

/** Queries at `/me` cannot name members that are not shown there, nor derived fields that follow from one. */
const shownFields = (
  { typeId, resource, derived: { fields = {} } = {} }: ResourceDefinition,
  hidden: readonly string[],
): FieldShape => {
  const derived = Object.entries(fields).filter(([, { from }]) => !from.some(name => hidden.includes(name)));
  const properties = withoutMembers(hidden, resource.properties);
  return compileResourceFields(typeId, { ...resource, properties }, Object.fromEntries(derived));
};

const lazyFieldShape = (
  definition: ResourceDefinition,
  merchantMembers: readonly string[] | undefined,
): ResourceType['fieldShape'] => {
  let [shape, ownShape]: FieldShape[] = [];
  const whole = (): FieldShape =>
    (shape ??= compileResourceFields(definition.typeId, definition.resource, definition.derived?.fields));
  return own =>
    own === true && merchantMembers !== undefined ? (ownShape ??= shownFields(definition, merchantMembers)) : whole();
};

/** The types whose resources drafts and actions can name outside of `/me`. */
const namedTypesOf = ({ draft, creations = {}, actions = {} }: ResourceDefinition): ReadonlySet<string> =>
  new Set(
    [draft, ...Object.values(creations), ...Object.values(actions)]
      .flatMap(input => (input === undefined ? [] : markedPaths(input.schema, 'identifier')))
      .flatMap(({ mark }) => mark?.typeId ?? []),
  );

const compressionOf = ({ storage: { compressed, immutable } = {} }: ResourceDefinition): Compression | undefined => {
  if (compressed !== true) return compressed;
  return immutable === true ? 'immutable' : 'changing';
};

/** Compiles a definition. The types of its resources end here: the engine works on any resource. */
export const compileResourceType = (definition: ResourceDefinition): ResourceType => {
  const { members, headMemberCount } = orderMembers(definition);
  const references = markedPaths(definition.resource, 'reference');
  const merchantMembers = merchantMembersOf(definition);
  const { typeId } = definition;
  const ownPlace = `me/${typeId}`;
  const draftName = `the draft of ${typeId}`;
  return {
    definition,
    typeId,
    members,
    headMemberCount,
    view: defineView<Base>(members),
    fieldShape: lazyFieldShape(definition, merchantMembers),
    declaredNames: definition.declaredNames,
    draft: definition.draft && compileCreation(draftName, typeId, definition.draft),
    ownDraft: definition.own?.draft && compileCreation(draftName, ownPlace, definition.own.draft),
    creations: compileCreations(typeId, typeId, definition.creations),
    ownCreations: compileCreations(typeId, ownPlace, definition.own?.creations),
    actions: compileActions(typeId, typeId, definition.actions),
    ownActions: compileActions(typeId, ownPlace, definition.own?.actions),
    namedTypes: namedTypesOf(definition),
    references: findByMember(references),
    exclusive: findByMember(references.filter(({ mark }) => mark?.exclusive === true)),
    unique: definition.unique ?? [],
    derivedFields: new Map(Object.entries(definition.derived?.fields ?? {})),
    published: definition.visibility?.published,
    claimAt: definition.claims?.valueAt,
    merchantMembers,
    ...compileIndexes(definition),
    isShared: definition.shared === true,
    isImmutable: definition.storage?.immutable === true,
    hasTimeOrderedIds: definition.storage?.timeOrderedIds === true,
    compression: compressionOf(definition),
    hides: definition.own?.hides,
  };
};
