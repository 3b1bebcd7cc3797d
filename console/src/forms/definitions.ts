/** The project's definitions of values that the API description leaves open: its languages, Types and product types. */
import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import type { FieldDefinition, ValueType } from '../values/useFieldDefinitions';

export interface CustomType extends Resource {
  readonly key: string;
  readonly name: Readonly<Record<string, string>>;
  readonly resourceTypeIds: readonly string[];
  readonly fieldDefinitions: readonly FieldDefinition[];
}

export interface AttributeDefinition {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  readonly type: ValueType;
  readonly isRequired: boolean;
  readonly level: 'Product' | 'Variant';
  readonly attributeConstraint: string;
  readonly inputHint?: string;
}

export interface ProductType extends Resource {
  readonly key?: string;
  readonly name: string;
  readonly attributes: readonly AttributeDefinition[];
}

export interface Definitions {
  readonly languages: readonly string[];
  readonly types: readonly CustomType[];
  readonly productTypes: readonly ProductType[];
}

/** Maximum number of results in a page of the API. */
const pageMax = 500;

const allOf = async <Found>(projectKey: string, path: string): Promise<readonly Found[]> => {
  const { results } = await sendToProject<Page>(projectKey, `/${path}`, { query: { limit: pageMax } });
  return results as unknown as readonly Found[];
};

/** Returns nothing if an account must not read a part; it then sees fields for values of unknown type. */
const orNothing = <Value>(promise: Promise<readonly Value[]>): Promise<readonly Value[]> => promise.catch(() => []);

const loadLanguages = async (projectKey: string): Promise<readonly string[]> =>
  (await sendToProject<{ readonly languages?: readonly string[] }>(projectKey, '')).languages ?? [];

export const loadDefinitions = async (projectKey: string): Promise<Definitions> => {
  const [languages, types, productTypes] = await Promise.all([
    orNothing(loadLanguages(projectKey)),
    orNothing(allOf<CustomType>(projectKey, 'types')),
    orNothing(allOf<ProductType>(projectKey, 'product-types')),
  ]);
  return { languages: languages.length === 0 ? ['en'] : languages, types, productTypes };
};

/** Returns the definitions of the project, read anew for each form; undefined until they are loaded. */
export const useDefinitions = (): Definitions | undefined => {
  const projectKey = useProjectKey();
  return useQuery({ queryKey: ['definitions', projectKey], queryFn: () => loadDefinitions(projectKey) }).data;
};
