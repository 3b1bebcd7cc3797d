/** A custom field of a resource type, as `order` and `custom.fields.code`. */
export interface FieldIndexName {
  readonly typeId: string;
  readonly path: string;
}

/** The name of the index in Redis: `order:custom.fields.code`. */
export const fieldIndexName = ({ typeId, path }: FieldIndexName): string => `${typeId}:${path}`;

export const parseFieldIndexName = (name: string): FieldIndexName => {
  const colon = name.indexOf(':');
  return { typeId: name.slice(0, colon), path: name.slice(colon + 1) };
};
