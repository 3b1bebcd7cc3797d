/**
 * Follows every reference of resources that buyers see in GraphQL, and compares all values behind it with the
 * declarations: the members of `behindReferences` at their places, and whole resources that the token could read.
 */
import { definitions } from '../../src/commerce/resources/index.js';
import { shownPartOf } from '../../src/engine/define/BehindReferences.js';
import type { ResourceDefinition } from '../../src/engine/define/ResourceDefinition.js';
import { memberOfReferenceField, ownTypeName, resourceNames } from '../../src/graphql/derive/names.js';
import { createGraphqlClient, type GraphqlClient, type WireGraphqlError } from '../support/graphql.js';
import { isLong } from '../support/rounds.js';
import { test } from '../support/tap.js';
import {
  type Buyer,
  buyers,
  definitionOf,
  holdersByOwner,
  isWalked,
  namesOf,
  project,
  readByItself,
  showsPart,
  storeKey,
  targets,
  tokens,
  withParts,
} from './buyers.js';
import {
  type Chain,
  type GraphqlReference,
  graphqlReferences,
  type Leaf,
  leavesOf,
  selection,
  valuesOf,
} from './graphqlWalk.js';

type Root = { readonly typeId: string; readonly typeName: string; readonly chain: Chain };

/** Returns the place where GraphQL shows a resource that the buyer sees. */
const rootOf = (definition: ResourceDefinition, id: string): Root => {
  const { typeId, own } = definition;
  const { one } = resourceNames(definition);
  const name = own?.by === 'id' ? one : `${one}(id: "${id}")`;
  return { typeId, typeName: ownTypeName(definition), chain: own === undefined ? [name] : ['me', name] };
};

const admin = createGraphqlClient(
  project.quayside,
  project.credentials,
  await project.quayside.token(project.credentials),
);
const memberPath = (chain: Chain): string =>
  chain
    .filter(step => !step.endsWith(':'))
    .map(step => memberOfReferenceField(step) ?? step.replace(/AllLocales$/, ''))
    .join('.');

const pathOf = ({ chain, reference }: Leaf): string => memberPath(reference === undefined ? chain : chain.slice(0, -1));
/** Tells whether the declarations name a value of a resource as a part that can be shown behind references. */
const isNamed = (typeId: string, leaf: Leaf): boolean =>
  namesOf(typeId).some(name => `${pathOf(leaf)}.`.startsWith(`${name}.`));

/** The named values of the targets as a token with all scopes sees them. */
const wholeValues = new Map<string, ReadonlyMap<string, unknown>>();
/** Bounds the leaves of a document by the limits of aliases and of costs, which are higher behind several lists. */
const leavesMax = ({ length }: Chain): number => (length > 4 ? 5 : 24);

const aliasesIn = (chains: readonly Chain[], last: string): string =>
  chains.map((chain, at) => `a${at}: ${last} { ${selection(chain)} }`).join(' ');

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

for (const { typeId } of definitions.filter(isWalked)) {
  const { one, type } = resourceNames(definitionOf(typeId));
  const values = new Map<string, unknown>();
  const named = leavesOf(type, typeId).filter(leaf => isNamed(typeId, leaf));
  for (const some of chunks(named, leavesMax([]))) {
    const { data, errors } = await admin(
      `{ ${aliasesIn(
        some.map(({ chain }) => chain),
        `${one}(id: "${targets.get(typeId)!.id}")`,
      )} }`,
    );
    if (errors !== undefined) throw new Error(`${typeId}: ${JSON.stringify(errors)}`);
    some.forEach(({ chain }, at) => values.set(chain.join('.'), data[`a${at}`]));
  }
  wholeValues.set(typeId, values);
}

/** Tells whether a value reveals nothing; the structure around it may be shown. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' ? Object.values(value ?? {}).every(isEmpty) : value === 0;
/** Fields with the same value for every discount. */
const constants = new Set(['isValid']);

type Target = Pick<GraphqlReference, 'place' | 'target'>;
type IsVisible = (target: Target) => boolean;

/** Names the resolver of a reference; one resolver shows all references of a field of a type. */
const resolverOf = ({ parent, place }: GraphqlReference): string => `${parent}.${place}`;
/** Tries several chains to a resolver, since some are empty: carts have one way of shipping, so no list of them. */
const chainsMax = 3;

/** Returns the references of a resource except those of known resolvers. */
const referencesOf = ({ typeName, typeId }: Root, known: ReadonlySet<string>): readonly GraphqlReference[] => {
  const counts = new Map<string, number>();
  return graphqlReferences(typeName, typeId).filter(reference => {
    const resolver = resolverOf(reference);
    const count = (counts.get(resolver) ?? 0) + 1;
    counts.set(resolver, count);
    return isWalked(reference.target) && !known.has(resolver) && count <= chainsMax;
  });
};

/** Bounds the references in a document, so that it is shorter and costs less. */
const referencesMax = 15;

const around = ({ chain }: Root): Chain => chain.map(step => step.replace(/\(.*/, ''));

/** Expected errors refuse single fields: those that the token may not read, and required ones that a part lacks. */
const isUnexpected = ({ extensions }: WireGraphqlError): boolean => extensions.code !== 'insufficient_scope';

/** Returns the references that lead to a resource. */
const followed = async (
  ask: GraphqlClient,
  root: Root,
  references: readonly GraphqlReference[],
): Promise<readonly GraphqlReference[]> => {
  const found: GraphqlReference[] = [];
  for (const some of chunks(references, referencesMax)) {
    const query = some.map(({ chain }, at) => `r${at}: ${selection([...root.chain, ...chain], 'id')}`).join(' ');
    const { data, errors = [] } = await ask(`{ ${query} }`);
    if (errors.some(isUnexpected)) throw new Error(JSON.stringify(errors));
    const [, ...rest] = around(root);
    found.push(...some.filter(({ chain }, at) => valuesOf(data, [`r${at}`, ...rest, ...chain, 'id']).length > 0));
  }
  return found;
};

/** The places at which something was shown. */
const walked = new Set<string>();

/** The types whose values were all compared at some place. */
const compared = new Set<string>();
/** At further places of a type: each sixteenth value, in turn, beside the references and the values that are shown. */
const sampled = 16;
let turn = 0;

/**
 * Returns the values to compare at a place. Which values of a type are shown is declared for the type, so the first
 * place shows all of them; in the long form every place does.
 */
const leavesAt = (target: ResourceDefinition, isShown: (leaf: Leaf) => boolean): readonly Leaf[] => {
  const { typeId } = target;
  const leaves = leavesOf(resourceNames(target).type, typeId);
  if (isLong || !compared.has(typeId)) {
    compared.add(typeId);
    return leaves;
  }
  turn++;
  return leaves.filter((leaf, at) => leaf.reference !== undefined || isShown(leaf) || (at + turn) % sampled === 0);
};

/** Returns the differences between the values shown behind a reference and the declarations. */
const differencesAt = async (ask: GraphqlClient, root: Root, reference: GraphqlReference, isVisible: IsVisible) => {
  const { chain, place, target } = reference;
  const isListed = (leaf: Leaf): boolean =>
    isVisible(reference) && isNamed(target.typeId, leaf) && (leaf.reference === undefined || isVisible(leaf.reference));
  const differences: object[] = [];
  for (const leaves of chunks(leavesAt(target, isListed), leavesMax(chain))) {
    const inner = aliasesIn(
      leaves.map(each => each.chain),
      chain.at(-1)!,
    );
    const { data, errors = [] } = await ask(`{ ${selection([...root.chain, ...chain.slice(0, -1)], inner)} }`);
    const others = errors.filter(isUnexpected);
    if (others.length > 0) differences.push({ place, others });
    for (const [at, each] of leaves.entries()) {
      const { chain: leaf, reference: further } = each;
      const isShown = isListed(each);
      const expected = isShown ? JSON.stringify(wholeValues.get(target.typeId)!.get(leaf.join('.'))) : undefined;
      for (const value of valuesOf(data, [...around(root), ...chain.slice(0, -1), `a${at}`])) {
        if (further !== undefined && !isEmpty(value)) walked.add(further.place);
        if (isShown ? JSON.stringify(value) !== expected : !isEmpty(value) && !constants.has(pathOf(each)))
          differences.push({ place, leaf: leaf.join('.'), value: JSON.stringify(value), expected });
      }
    }
  }
  return differences;
};

const typesReadBy = async (buyer: Buyer, token: string): Promise<ReadonlySet<string>> => {
  const sender = project.quayside.http.as(token);
  const read = new Set<string>();
  for (const [typeId, { id }] of targets)
    if ((await readByItself(buyer, sender, typeId, id)) !== undefined) read.add(typeId);
  return read;
};

for (const [title, buyer] of Object.entries(buyers))
  test(`${title} sees in GraphQL what is declared, and what the token could read by itself`, async t => {
    const token = tokens.get(title)!;
    const endpoint = buyer.isInStore === true ? `in-store/key=${storeKey}/graphql` : 'graphql';
    const ask = createGraphqlClient(project.quayside, project.credentials, token, endpoint);
    const read = await typesReadBy(buyer, token);
    const isVisible: IsVisible = ({ target: { typeId }, place }) => read.has(typeId) || showsPart(buyer, typeId, place);
    const differences: object[] = [];
    const resolvers = new Set<string>();
    for (const [typeId, id] of holdersByOwner.get(buyer.owner)!) {
      const root = rootOf(definitionOf(typeId), id);
      for (const reference of await followed(ask, root, referencesOf(root, resolvers))) {
        if (resolvers.has(resolverOf(reference))) continue;
        resolvers.add(resolverOf(reference));
        walked.add(reference.place);
        // A resource that the token can read by itself is shown whole.
        if (read.has(reference.target.typeId)) continue;
        differences.push(...(await differencesAt(ask, root, reference, isVisible)));
      }
    }
    t.strictSame(differences, []);
  });

/** GraphQL shows these prices in another form. */
const inRestAlone = ['recurrencePrices.channel'];

test('every declared place was followed', t => {
  const declared = withParts.flatMap(each => Object.keys(shownPartOf(each)!.places));
  t.strictSame(declared.filter(place => !walked.has(place)).sort(), inRestAlone);
  t.end();
});
