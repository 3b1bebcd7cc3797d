import type { ValueKind } from './valueKinds.js';

/** One setting of a server (settings.ts). */
export interface Setting<Value = unknown> {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly kind: ValueKind<Value>;
  readonly defaultValue: Value;
  /** One line of help. */
  readonly text: string;
  /** Messages show only the length of a secret. */
  readonly isSecret?: boolean;
  /** An older name of the variable, which is read where the new one is not set. */
  readonly formerVariable?: string;
  /** The default as help and docs print it, where it depends on the machine. */
  readonly defaultText?: string;
}

export const setting = <Value>(
  variable: string,
  kind: ValueKind<Value>,
  defaultValue: NoInfer<Value>,
  text: string,
  more: Pick<Setting, 'isSecret' | 'formerVariable' | 'defaultText'> = {},
): Setting<Value> => ({ variable, kind, defaultValue, text, ...more });
