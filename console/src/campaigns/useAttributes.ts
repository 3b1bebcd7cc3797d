/** The attributes of all product types that a discount can refer to. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { type Page, textOf } from '../api/Resource';
import type { AttributeDefinition, ProductType } from '../forms/definitions';
import { useProjectKey } from '../session/useProjectKey';
import type { EnumValue } from '../values/useFieldDefinitions';

/** Attributes that one value can be compared with. */
const comparable: ReadonlySet<string> = new Set(['text', 'enum', 'lenum', 'boolean', 'number']);
const typesMax = 500;

export interface ComparedAttribute {
  /** The path below `attributes`. */
  readonly path: string;
  readonly label: string;
  readonly values?: readonly EnumValue[];
}

const isEnum = ({ type }: AttributeDefinition): boolean => type.name === 'enum' || type.name === 'lenum';

const attributesOf = ({ results }: Page, language: string): readonly ComparedAttribute[] => {
  const found = new Map<string, ComparedAttribute>();
  for (const definition of (results as unknown as readonly ProductType[]).flatMap(({ attributes }) => attributes)) {
    const { name, label, type } = definition;
    if (!comparable.has(type.name)) continue;
    const path = isEnum(definition) ? `${name}.key` : name;
    found.set(path, { path, label: textOf(label, language) ?? name, values: type.values });
  }
  return [...found.values()];
};

const queryOf = (projectKey: string) => ({
  queryKey: ['attributes', projectKey],
  queryFn: () => sendToProject<Page>(projectKey, '/product-types', { query: { limit: typesMax } }),
  retry: false,
  staleTime: 30_000,
});

/** Returns each attribute once; none if the account must not read product types. */
export const useAttributes = (isEnabled = true): readonly ComparedAttribute[] => {
  const { language } = useTranslation().i18n;
  const { data } = useQuery({ ...queryOf(useProjectKey()), enabled: isEnabled });
  return data === undefined ? [] : attributesOf(data, language);
};

/** Returns a function that loads the attributes, for a file. */
export const useLoadAttributes = (): (() => Promise<readonly ComparedAttribute[]>) => {
  const client = useQueryClient();
  const projectKey = useProjectKey();
  const { language } = useTranslation().i18n;
  return async () => {
    const page = await client.fetchQuery(queryOf(projectKey)).catch(() => undefined);
    return page === undefined ? [] : attributesOf(page, language);
  };
};
