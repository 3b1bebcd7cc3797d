import { isJsonObject } from '../../document/isJsonObject.js';

/** An own member of a JSON object; undefined for other values, and for inherited members. */
export const ownMember = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
