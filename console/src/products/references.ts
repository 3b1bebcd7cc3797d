/**
 * References as a file has them: the key of a resource, else its name, where no other one is called so, else its id. Read
 * are all three, and the name in any language.
 */
import type { TFunction } from 'i18next';
import type { Resource } from '../api/Resource';
import { TextError } from './texts';

const namesOf = ({ name }: Resource): readonly string[] =>
  typeof name === 'string' ? [name] : Object.values((name ?? {}) as Readonly<Record<string, string>>);

const matching = (resources: readonly Resource[], text: string): readonly Resource[] => {
  const exact = resources.find(({ id, key }) => key === text || id === text);
  if (exact !== undefined) return [exact];
  const wanted = text.toLowerCase();
  return resources.filter(each => namesOf(each).some(name => name.trim().toLowerCase() === wanted));
};

/** Quotes keep a name together in the name of a column, and semicolons stand between categories. */
const isWritable = (name: string): boolean => /^[^;"\s]([^;"]*[^;"\s])?$/.test(name);

export const referenceText = (resources: readonly Resource[], id: string): string => {
  const found = resources.find(each => each.id === id);
  if (found === undefined) return id;
  if (typeof found.key === 'string') return found.key;
  const isOwn = (name: string): boolean => matching(resources, name).every(each => each === found);
  return namesOf(found).find(name => isWritable(name) && isOwn(name)) ?? id;
};

type Kind = 'category' | 'productType' | 'taxCategory' | 'state' | 'customerGroup' | 'channel';

/** The resource that a text means; an error says which text means none, or several. */
export const referenced = <Found extends Resource>(
  kind: Kind,
  resources: readonly Found[],
  text: string,
  t: TFunction,
): Found => {
  const [found, ...others] = matching(resources, text) as readonly Found[];
  if (found === undefined) throw new TextError(t(`grid.errors.unknown.${kind}`, { text }));
  if (others.length > 0) throw new TextError(t('grid.errors.several', { text }));
  return found;
};
