/** Tells the compiler, by the type of a resource, which messages it sends. */

declare const tableName: unique symbol;

/**
 * Names the table of the messages of a resource: `type Order = Base & Static<…> & Sends<'order'>`. Without it an action
 * with a message does not compile. No resource has the member.
 */
export interface Sends<Name extends string> {
  readonly [tableName]?: Name;
}

/** The member of Sends, which copies of members leave out. */
export type TableName = typeof tableName;
