/** An object of a response, as resolvers read it. */
export type JsonObject = Readonly<Record<string, unknown>>;
