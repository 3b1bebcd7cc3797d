/** The target of a reference as one text: `state/<id>` or `store/key=<key>`. */
export type Target = string;

export const targetById = (typeId: string, id: string): Target => `${typeId}/${id}`;
export const targetByKey = (typeId: string, key: string): Target => `${typeId}/key=${key}`;

const keyPrefix = 'key=';

/** The parts of a target: either an id or a key. */
export type ParsedTarget =
  | { readonly typeId: string; readonly id: string; readonly key?: undefined }
  | { readonly typeId: string; readonly id?: undefined; readonly key: string };

export const parseTarget = (target: Target): ParsedTarget => {
  const slash = target.indexOf('/');
  const typeId = target.slice(0, slash);
  const rest = target.slice(slash + 1);
  return rest.startsWith(keyPrefix) ? { typeId, key: rest.slice(keyPrefix.length) } : { typeId, id: rest };
};
