export interface MessageFilter {
  readonly typeId?: string;
  readonly type?: string;
}

/** Predicates of the API for the messages that a filter lets through. */
export const predicatesOf = ({ typeId, type }: MessageFilter): readonly string[] => [
  ...(typeId === undefined ? [] : [`resource(typeId=${JSON.stringify(typeId)})`]),
  ...(type === undefined ? [] : [`type=${JSON.stringify(type)}`]),
];
