/**
 * The published part of resources that hold staged data too: tokens whose scopes open only published data read this
 * part.
 */
export interface PublishedView<R> {
  readonly scopes: readonly string[];
  /** The top-level member with staged data in it. */
  readonly member: keyof R & string;
  /** The flag in that member; resources without it do not exist for these tokens. */
  readonly flag: string;
  /** The path of the published data, such as `masterData.current`, and that of the staged data. */
  readonly current: string;
  readonly staged: string;
  /** Tells whether the published data has a unique value by which drafts name the resource, such as a SKU. */
  readonly hasName: (resource: R, field: string, value: string) => boolean;
  /**
   * The member as these tokens read, query and sort it. Its texts stand in the stored member, since queries search the
   * stored bytes for them.
   */
  readonly show: (resource: R) => Partial<R>;
}
