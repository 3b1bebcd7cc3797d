type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, which an array is not. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of a JSON object; undefined for other values, and for inherited members. */
export const ownMember = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
