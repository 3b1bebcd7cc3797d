/**
 * References in a file: the key of a resource, else its name if it is unique, else its id. All three can be read, and
 * the name in any language.
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

/** Tells whether a file can contain a name: columns enclose names in quotes, and semicolons separate categories. */
const isWritable = (name: string): boolean => /^[^;"\s]([^;"]*[^;"\s])?$/.test(name);

export const referenceText = (resources: readonly Resource[], id: string): string => {
  const found = resources.find(each => each.id === id);
  if (found === undefined) return id;
  if (typeof found.key === 'string') return found.key;
  const isOwn = (name: string): boolean => matching(resources, name).every(each => each === found);
  return namesOf(found).find(name => isWritable(name) && isOwn(name)) ?? id;
};

type Kind = 'category' | 'productType' | 'taxCategory' | 'state' | 'customerGroup' | 'channel';

/** Returns the resource that a text refers to; an error names a text that matches none or several. */
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
