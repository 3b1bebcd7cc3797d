/** The resource types of the console, derived from operations that the API description lists. */
import { loadOperation, type OperationGroup, schemaName } from '../api/description';

export interface ResourceType {
  /** The name of the schema of a resource: `CartDiscount`. */
  readonly name: string;
  /** The type in references: `cart-discount`. */
  readonly typeId: string;
  /** The path below the project and in the address of the console: `cart-discounts`. */
  readonly path: string;
  readonly createOperation?: string;
  readonly updateOperation?: string;
  readonly deleteOperation?: string;
}

const collectionPath = /^\/\{projectKey\}\/([a-z-]+)$/;

/** Returns `cart-discount` for `CartDiscount`. */
const typeIdOf = (name: string): string => name.replace(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase();

/**
 * Returns the path of one resource of a collection: by its id, or by the two members that form its address, such as
 * `/{projectKey}/custom-objects/{container}/{key}`.
 */
const resourcePathOf = (collection: string, operations: OperationGroup['operations']): string | undefined => {
  const paths = operations.flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  const isPair = (path: string): boolean => /^\/\{\w+\}\/\{\w+\}$/.test(path.slice(collection.length));
  const byId = `${collection}/{id}`;
  return paths.includes(byId) ? byId : paths.find(path => path.startsWith(`${collection}/`) && isPair(path));
};

/** Returns the members in the address of the resources of a path below the project, from the API description. */
export const addressMembersOf = (collection: string, groups: readonly OperationGroup[]): readonly string[] => {
  const whole = `/{projectKey}/${collection}`;
  const path =
    resourcePathOf(
      whole,
      groups.flatMap(({ operations }) => operations),
    ) ?? '';
  return [...path.slice(whole.length).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
};

const collectionsOf = ({ name, operations }: OperationGroup): ResourceType[] =>
  operations.flatMap(({ method, path }) => {
    const collection = collectionPath.exec(path)?.[1];
    if (method !== 'GET' || collection === undefined) return [];
    const operationAt = (wantedMethod: string, wantedPath: string): string | undefined =>
      operations.find(each => each.method === wantedMethod && each.path === wantedPath)?.operationId;
    const resourcePath = resourcePathOf(path, operations);
    // A path such as /graphiql is not a collection of resources with addresses.
    if (resourcePath === undefined) return [];
    return [
      {
        name,
        typeId: typeIdOf(name),
        path: collection,
        createOperation: operationAt('POST', path),
        updateOperation: operationAt('POST', resourcePath),
        deleteOperation: operationAt('DELETE', resourcePath),
      } as ResourceType,
    ];
  });

/** Returns the resource types that can be queried, with those of the given operations that belong to them. */
export const resourceTypesOf = (group: OperationGroup): ResourceType[] => {
  const collections = collectionsOf(group);
  // Other collections of a type are views of it with longer names, such as product projections.
  const shortest = Math.min(...collections.map(({ path }) => path.length));
  return collections.filter(({ path }) => path.length === shortest);
};

/** Returns the name of the schema of the body of a request: `ZoneDraft`, `ZoneUpdate`. */
export const bodySchemaName = async (operationId: string): Promise<string | undefined> => {
  const { requestBody } = await loadOperation(operationId);
  const reference = requestBody?.content?.['application/json']?.schema.$ref;
  return reference === undefined ? undefined : schemaName(reference);
};
