/** Measures the depth, the length and the cost of an operation from its document, before it is executed. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { limits } from '../base/config/limits.js';
import { isLoading } from './resolvers/Resolver.js';

type Variables = Readonly<Record<string, unknown>>;
export type CostFunction = (variables: Variables) => number;

export interface OperationSize {
  readonly depth: number;
  /** The number of fields in the compiled code, where all fragments are inlined. */
  readonly fields: number;
  readonly cost: CostFunction;
}

/** A mutation reads, writes and may hash a password: twenty of them reach the default limit. */
const mutationCost = 5_000;
/** A page may scan all resources: twenty of them reach the default limit. */
const pageCost = 5_000;
/** The cost of any other query. */
const queryCost = 500;
/** The assumed length of a list of objects. */
const elementsAssumed = 10;
/**
 * The assumed length of a list in an element of a list of the same resource, such as the tax portions of line items.
 * Such lists are short, and their values are counted when they are collected (budgets.ts).
 */
const innerElementsAssumed = 3;

const emptySize: OperationSize = { depth: 0, fields: 0, cost: () => 0 };

const addSizes = (parts: readonly OperationSize[]): OperationSize => ({
  depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0),
  fields: parts.reduce((total, { fields }) => total + fields, 0),
  cost: variables => parts.reduce((total, { cost }) => total + cost(variables), 0),
});

/**
 * Computes the cost once per set of variables: otherwise, n nested fragments would be walked 2 to the n times. The
 * document stays in the cache for later requests, while the variables are only referenced weakly.
 */
const withCostCache = ({ depth, fields, cost }: OperationSize): OperationSize => {
  let cachedFor: WeakRef<Variables> | undefined;
  let cachedCost = 0;
  return {
    depth,
    fields,
    cost: variables => {
      if (cachedFor?.deref() === variables) return cachedCost;
      cachedCost = cost(variables);
      cachedFor = new WeakRef(variables);
      return cachedCost;
    },
  };
};

type Field = GraphQLField<unknown, unknown>;

/** The position of a selection in the document. */
interface Place {
  readonly parent: GraphQLNamedType | undefined;
  /** True if the selection is in an element of a list of the resource, or of another object that is stored as one. */
  readonly isInList: boolean;
  /**
   * True if each field costs something: behind a reference, and in the introspection. Fields of the resources of a page
   * are read with the resources (LIM006); their values are counted when they are collected (budgets.ts).
   */
  readonly isCharged: boolean;
}

/** The types whose fields lead to resources. */
const entryTypes: ReadonlySet<string> = new Set(['Query', 'Mutation', 'InStore', 'Me', 'InStoreMe']);

const isEntry = (type: GraphQLNamedType | undefined): boolean => type !== undefined && entryTypes.has(type.name);

const isIntrospection = (type: GraphQLNamedType | undefined): boolean => type?.name.startsWith('__') === true;

/** Tells whether a type is loaded separately: resources are; types of the introspection count like resources. */
const isLoaded = (type: GraphQLNamedType): boolean =>
  isIntrospection(type) ||
  type.name === 'ReferenceExpandable' ||
  (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Versioned'));

const isPage = ({ type }: Field): boolean => isPageResult(getNamedType(type));

const isList = (field: Field | undefined): boolean => field !== undefined && isListType(getNullableType(field.type));

const isPageResult = (type: GraphQLNamedType | undefined): boolean =>
  type !== undefined && /(Query|Search)Result$/.test(type.name);

const limitOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= limits.queryLimitMax ? value : limits.queryLimitMax;

class OperationMeasurer {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, OperationSize>();
  readonly #metaFields: ReadonlyMap<string, Field> = new Map<string, Field>(
    [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map(each => [each.name, each]),
  );
  readonly #defaults: ReadonlyMap<string, unknown>;

  constructor(
    private readonly schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: readonly FragmentDefinitionNode[],
  ) {
    this.#fragments = new Map(fragments.map(fragment => [fragment.name.value, fragment]));
    this.#defaults = new Map(
      (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
        variable.name.value,
        defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined,
      ]),
    );
  }

  selections({ selections }: SelectionSetNode, place: Place): OperationSize {
    return addSizes(
      selections.map(node => {
        if (node.kind === Kind.FIELD) return this.#field(node, place);
        if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value, place);
        const { typeCondition } = node;
        const parent = typeCondition === undefined ? place.parent : this.schema.getType(typeCondition.name.value);
        return this.selections(node.selectionSet, { ...place, parent });
      }),
    );
  }

  #fragment(name: string, { isInList, isCharged }: Place): OperationSize {
    const key = `${name} ${isInList} ${isCharged}`;
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    // Validation refuses circular and missing fragments.
    this.#measured.set(key, emptySize);
    const parent = fragment && this.schema.getType(fragment.typeCondition.name.value);
    const measured =
      fragment === undefined
        ? emptySize
        : withCostCache(this.selections(fragment.selectionSet, { parent, isInList, isCharged }));
    this.#measured.set(key, measured);
    return measured;
  }

  #field(node: FieldNode, place: Place): OperationSize {
    const { parent } = place;
    const field =
      this.#metaFields.get(node.name.value) ??
      (isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined);
    const own = this.#ownCost(field, place);
    if (node.selectionSet === undefined) return { depth: 1, fields: 1, cost: () => own };
    const named = field && getNamedType(field.type);
    const isLoadedType = named !== undefined && isLoaded(named);
    const isInList = !isLoadedType && (place.isInList || (isList(field) && !isPageResult(parent)));
    const isCharged =
      place.isCharged || isIntrospection(named) || (isLoadedType && !isEntry(parent) && isLoading(field?.resolve));
    const { depth, fields, cost } = this.selections(node.selectionSet, { parent: named, isInList, isCharged });
    const repetitions = this.#repetitions(node, field, { ...place, isInList: place.isInList && !isLoadedType });
    return { depth: depth + 1, fields: fields + 1, cost: variables => own + repetitions(variables) * cost(variables) };
  }

  #ownCost(field: Field | undefined, { parent, isCharged }: Place): number {
    if (parent !== undefined && parent === this.schema.getMutationType()) return mutationCost;
    if (field === undefined || isIntrospection(getNamedType(field.type))) return 1;
    if (isPage(field)) return pageCost;
    if (parent === this.schema.getQueryType() && !this.#metaFields.has(field.name)) return queryCost;
    return isCharged || isEntry(parent) || isLoading(field.resolve) ? 1 : 0;
  }

  /** Estimates how often the fields below a field are resolved. */
  #repetitions(node: FieldNode, field: Field | undefined, { parent, isInList }: Place): CostFunction {
    if (field !== undefined && isPage(field)) return this.#limit(node);
    // The limit of a page is already counted at the page.
    if (!isList(field) || isPageResult(parent)) return () => 1;
    return () => (isInList ? innerElementsAssumed : elementsAssumed);
  }

  #limit({ arguments: given = [] }: FieldNode): CostFunction {
    const limit = given.find(({ name }) => name.value === 'limit')?.value;
    if (limit?.kind === Kind.INT) return () => limitOf(Number(limit.value));
    if (limit?.kind !== Kind.VARIABLE) return () => limits.queryLimitDefault;
    const name = limit.name.value;
    return variables => {
      const value = Object.hasOwn(variables, name) ? variables[name] : this.#defaults.get(name);
      return value === undefined || value === null ? limits.queryLimitDefault : limitOf(value);
    };
  }
}

/** Measures an operation with its fragments. */
export const measureOperation = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationSize =>
  new OperationMeasurer(schema, operation, fragments).selections(operation.selectionSet, {
    parent: schema.getRootType(operation.operation) ?? undefined,
    isInList: false,
    isCharged: false,
  });
