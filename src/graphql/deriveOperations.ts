/** Derives the queries and mutations of all resource types from their declarations. */
import { required } from '../base/errors/ApiError.js';
import { pairField } from '../engine/define/addressPair.js';
import type { Base } from '../engine/define/Base.js';
import type { Creation } from '../engine/define/Creation.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { capitalized, spacedWords, withArticle, wordsOf } from '../engine/schema/words.js';
import { creationNames, ownTypeName, resourceNames, type CreationNames } from './derive/names.js';
import type { Convert } from './derive/inputMembers.js';
import type { InputTypes } from './derive/InputTypes.js';
import type { SchemaText } from './derive/SchemaText.js';
import type { ObjectShape } from './derive/shapes.js';
import {
  createResolver,
  type MutationTarget,
  type MutationVerbs,
  removeResolver,
  updateResolver,
} from './resolvers/resourceMutations.js';
import { latestResolver, oneResolver, pageResolver, projectResolver } from './resolvers/resourceQueries.js';
import type { Resolver } from './resolvers/Resolver.js';

const pageArguments = ['where: String', 'sort: [String!]', 'limit: Int', 'offset: Int'];
const storeArgument = 'storeKey: KeyReferenceInput';

/** Returns `id: String!`, or `id: String, key: String` where clients give exactly one of them. */
const argumentsOf = (fields: readonly string[]): readonly string[] =>
  fields.length === 1
    ? [`${fields[0]}: String!`]
    : fields.flatMap(field => field.split('/')).map(field => `${field}: String`);

const signature = (...given: readonly string[]): string => `(${given.join(', ')})`;

/** Returns the arguments that identify a resource; the project and the customer of the token need none. */
const addressFields = (definition: ResourceDefinition, isOwn = false): string[] => {
  const { addressedBy, otherAddresses: { pair, lookup } = {}, routes, own } = definition;
  if (routes === 'project' || (isOwn && own?.by === 'id')) return [];
  return [
    'id',
    ...(addressedBy === undefined ? [] : [addressedBy.field]),
    ...(pair === undefined ? [] : [pairField(pair)]),
    ...(lookup?.fields ?? []),
  ];
};

const oneArgument = ({ otherAddresses: { pair } = {} }: ResourceDefinition): string =>
  pair === undefined ? 'Takes exactly one argument.' : `Takes the id, or ${pair.join(' and ')}.`;

const nounOf = ({ typeId }: ResourceDefinition): string => withArticle(typeId);

/** Describes the owner of the resources that a mutation of `me` changes. */
const ownerOf = ({ own }: MutationTarget): string => (own === true ? " of the token's customer or session" : '');

const returnedType = ({ definition, own }: MutationTarget): string =>
  own === true ? ownTypeName(definition) : resourceNames(definition).type;

type Root = 'Query' | 'Mutation' | 'Me' | 'InStore' | 'InStoreMe';

/** Returns the types of `me` that show the resource type; customers have their own query there. */
const ownRootsOf = ({ own, storeField }: ResourceDefinition): Root[] => {
  if (own === undefined || own.by === 'id') return [];
  return storeField === undefined ? ['Me'] : ['Me', 'InStoreMe'];
};

export class Operations {
  readonly resolvers: Record<Root, Record<string, Resolver>> = {
    Query: {},
    Mutation: {},
    Me: {},
    InStore: {},
    InStoreMe: {},
  };

  constructor(
    private readonly text: SchemaText,
    private readonly inputs: InputTypes,
    private readonly verbs: MutationVerbs,
  ) {
    for (const root of Object.keys(this.resolvers)) text.addType(root, 'type');
  }

  addResource(definition: ResourceDefinition): void {
    if (definition.routes === 'project') this.#addProject(definition);
    else this.#addQueries(definition);
    this.#addUpdates(definition);
    if (definition.routes === 'project') return;
    this.#addCreations(definition);
    this.#addRemovals(definition);
  }

  #add(root: Root, name: string, { text, summary }: { text: string; summary: string }, resolver: Resolver): void {
    this.text.addField(root, name, `${name}${text}`);
    this.text.describe(`${root}.${name}`, summary);
    this.resolvers[root][name] = resolver;
  }

  #addProject(definition: ResourceDefinition): void {
    const { type, one } = resourceNames(definition);
    this.#add('Query', one, { text: `: ${type}!`, summary: 'The project of the token.' }, projectResolver(definition));
  }

  #addQueries(definition: ResourceDefinition): void {
    const { type: wholeType, one, page } = resourceNames(definition);
    const plural = spacedWords(definition.path);
    const names = addressFields(definition);
    for (const root of this.#rootsOf(definition)) {
      const type = ownRootsOf(definition).includes(root) ? ownTypeName(definition) : wholeType;
      const result = this.#pageType(type, plural);
      const inStore = root === 'Query' && definition.otherAddresses?.lookup !== undefined ? [storeArgument] : [];
      const text = `${signature(...argumentsOf(names), ...inStore)}: ${type}`;
      const summary = `${capitalized(nounOf(definition))}; null where there is none. ${oneArgument(definition)}`;
      this.#add(root, one, { text, summary }, oneResolver(definition, one, names));
      const group = definition.otherAddresses?.pair?.slice(0, 1).map(name => `${name}: String!`) ?? [];
      const pageText = `${signature(...group, ...pageArguments)}: ${result}!`;
      this.#add(root, page, { text: pageText, summary: `A page of ${plural}.` }, pageResolver(definition));
    }
    this.#addLatest(definition);
  }

  #pageType(type: string, plural: string): string {
    const result = `${type}QueryResult`;
    this.text.addType(result, 'type');
    this.text.describe(result, `A page of ${plural}.`);
    const fields = { offset: 'Int!', count: 'Int!', total: 'Long!', exists: 'Boolean!', results: `[${type}!]!` };
    for (const [name, fieldType] of Object.entries(fields)) this.text.addField(result, name, `${name}: ${fieldType}`);
    return result;
  }

  #rootsOf(definition: ResourceDefinition): Root[] {
    return ['Query', ...(definition.storeField === undefined ? [] : (['InStore'] as const)), ...ownRootsOf(definition)];
  }

  #addLatest(definition: ResourceDefinition): void {
    const latest = definition.otherAddresses?.latest;
    if (latest === undefined) return;
    const { type } = resourceNames(definition);
    const name = latest.where.value + type;
    const ownName = name.slice(0, 1).toLowerCase() + name.slice(1);
    const summary = `The ${wordsOf(name)} that was modified last; null where there is none.`;
    for (const root of ownRootsOf(definition))
      this.#add(root, ownName, { text: `: ${type}`, summary }, latestResolver(definition));
    const owner = latest.field.replace(/Id$/, '');
    for (const root of this.#rootsOf(definition).filter(each => !ownRootsOf(definition).includes(each)))
      this.#add(
        root,
        `${owner}${name}`,
        { text: `(${latest.field}: String!): ${type}`, summary },
        latestResolver(definition, latest.field),
      );
  }

  #storeArguments({ storeField }: ResourceDefinition): string[] {
    return storeField === undefined ? [] : [storeArgument];
  }

  /** The operation behind a mutation; undefined where the mutation is written by hand. */
  #runOf(change: 'create' | 'update' | 'remove', { typeId }: ResourceDefinition): MutationTarget['run'] | undefined {
    return (this.verbs.ownOf(typeId)[change] ?? this.verbs.common[change]).runRequest;
  }

  #addCreations(definition: ResourceDefinition): void {
    const { draft, creations = {}, own } = definition;
    const run = this.#runOf('create', definition);
    if (draft !== undefined && run !== undefined)
      this.#addCreation({ definition, run }, creationNames(definition), draft);
    const common = required(this.verbs.common.create.runRequest, 'the verb of creations');
    for (const [path, creation] of Object.entries(creations))
      this.#addCreation({ definition, run: common }, creationNames(definition, path), creation, path);
    if (own === undefined || own.by === 'id') return;
    const target = { definition, run: common, own: true } as const;
    if (own.draft !== undefined) this.#addCreation(target, creationNames(definition, undefined, true), own.draft);
    for (const [path, creation] of Object.entries(own.creations ?? {}))
      this.#addCreation(target, creationNames(definition, path, true), creation, path);
  }

  #addCreation(target: MutationTarget, names: CreationNames, { schema, scopes }: Creation<Base>, path?: string): void {
    const { definition } = target;
    const { mutation, draft, isSpread } = names;
    const input = this.inputs.object(draft, schema as unknown as ObjectShape);
    const given = isSpread === true ? this.text.takeFields(draft) : [`draft: ${draft}!`];
    const store = path === undefined ? this.#storeArguments(definition) : [];
    const { created = returnedType(target) } = resourceNames(definition);
    const text = `${signature(...given, ...store)}: ${created}`;
    const way = path === undefined ? '' : ` by the way \`${path}\``;
    if (path !== undefined) this.text.describe(draft, `The draft of ${nounOf(definition)}${way}.`);
    this.#add(
      'Mutation',
      mutation,
      { text, summary: `Creates ${nounOf(definition)}${way}${ownerOf(target)}.` },
      createResolver(target, { input, creation: path, scopes, isSpread }),
    );
  }

  #addUpdates(definition: ResourceDefinition): void {
    const { actions, own } = definition;
    const { updateAction, verb: resource } = resourceNames(definition);
    const subject = updateAction.replace(/UpdateAction$/, '');
    const run = this.#runOf('update', definition);
    if (actions !== undefined) {
      const converts = this.inputs.actions(updateAction, subject, actions);
      if (run !== undefined) this.#addUpdate({ definition, run }, `update${resource}`, updateAction, converts);
    }
    if (own?.actions === undefined) return;
    const converts = this.inputs.actions(`My${updateAction}`, subject, own.actions, actions ?? {});
    if (run !== undefined)
      this.#addUpdate({ definition, run, own: true }, `updateMy${resource}`, `My${updateAction}`, converts);
  }

  #addUpdate(
    target: MutationTarget,
    mutation: string,
    updateAction: string,
    converts: ReadonlyMap<string, Convert>,
  ): void {
    const { definition, own } = target;
    const type = returnedType(target);
    const fields = addressFields(definition, own);
    const store = this.#storeArguments(definition);
    const given = [...argumentsOf(fields), 'version: Long!', `actions: [${updateAction}!]!`, ...store];
    this.#add(
      'Mutation',
      mutation,
      { text: `${signature(...given)}: ${type}`, summary: `Updates ${nounOf(definition)}${ownerOf(target)}.` },
      updateResolver(target, mutation, fields, converts),
    );
  }

  #addRemovals(definition: ResourceDefinition): void {
    const { actions, own, typeId } = definition;
    const run = this.#runOf('remove', definition);
    const { verb: resource } = resourceNames(definition);
    if (run === undefined) return;
    if (actions !== undefined || this.verbs.ownOf(typeId).remove !== undefined)
      this.#addRemoval({ definition, run }, `delete${resource}`);
    if (own?.remove === true) this.#addRemoval({ definition, run, own: true }, `deleteMy${resource}`);
  }

  #addRemoval(target: MutationTarget, mutation: string): void {
    const { definition, own } = target;
    const fields = addressFields(definition, own);
    // The specification has this argument only if customers delete themselves, not their other resources (CUST102).
    const canErase =
      definition.removal?.erasable !== undefined &&
      definition.removal.erasable !== 'httpOnly' &&
      (own !== true || definition.own?.by === 'id');
    const erasure = canErase ? ['personalDataErasure: Boolean = false'] : [];
    const versionless = definition.removal?.versionless;
    const version = versionless === true ? [] : [`version: Long${versionless === undefined ? '!' : ''}`];
    const given = [...argumentsOf(fields), ...version, ...erasure, ...this.#storeArguments(definition)];
    this.#add(
      'Mutation',
      mutation,
      {
        text: `${signature(...given)}: ${returnedType(target)}`,
        summary: `Deletes ${nounOf(definition)}${ownerOf(target)}.`,
      },
      removeResolver(target, mutation, fields),
    );
  }
}
