/** A deleted message; its payload is beside these members. */
export interface HistoryEntry {
  readonly id: string;
  readonly createdAt: string;
  readonly resource: { readonly typeId: string; readonly id: string };
}

/** The answer to `GET /{projectKey}/message-history`. The console shows it. */
export interface HistoryPage {
  readonly limit: number;
  readonly count: number;
  /** The days for which histories are kept; 0: none. */
  readonly keptDays: number;
  /** The value of `before` for older entries. */
  readonly next?: string;
  /** Has the newest first. */
  readonly results: readonly HistoryEntry[];
}
