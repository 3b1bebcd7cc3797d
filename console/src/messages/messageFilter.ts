export interface MessageFilter {
  readonly typeId?: string;
  readonly type?: string;
}

/** Returns predicates of the API for the messages that match a filter. */
export const predicatesOf = ({ typeId, type }: MessageFilter): readonly string[] => [
  ...(typeId === undefined ? [] : [`resource(typeId=${JSON.stringify(typeId)})`]),
  ...(type === undefined ? [] : [`type=${JSON.stringify(type)}`]),
];
