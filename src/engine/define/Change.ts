/** A message about a resource; the engine adds id, sequence number, resource and timestamps. */
export interface MessageDraft {
  readonly type: string;
  readonly [payload: string]: unknown;
}

/**
 * The effect of one update action: new values of top-level members (`undefined` removes one) and messages about them.
 * Members that are not named keep their stored bytes. An empty `set` means that nothing changed.
 */
export interface Change<R> {
  readonly set: Partial<R>;
  readonly messages?: readonly MessageDraft[];
  /**
   * Secrets of other services, stored sealed beside the resource and never shown: a full replacement; null removes
   * them.
   */
  readonly hidden?: Readonly<Record<string, unknown>> | null;
  /**
   * Effects that the resource type's `beforeCommit` has to produce, by name; an action may request one without changing
   * anything.
   */
  readonly requestedEffects?: Readonly<Record<string, unknown>>;
  /**
   * Whether the change is refused with ReferenceExists while another resource refers to this one; checked within the
   * commit.
   */
  readonly unreferenced?: boolean;
}

/** The effect of no change. */
export const unchanged = { set: {} } as const;
