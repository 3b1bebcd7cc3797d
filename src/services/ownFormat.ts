/** The format of the data that this build reads and writes (store/storedFormat.ts). */
import type { RedisClient } from '../base/redis/connect.js';
import { resourceTypes } from '../commerce/resources/index.js';
import { layoutDigests, storedLayout } from '../engine/define/storedLayout.js';
import { assertStoredFormat, type LayoutDigests } from '../store/storedFormat.js';

let digests: LayoutDigests | undefined;

/** Computed once, by the thread that asks: workers need none. */
export const ownLayout = (): LayoutDigests => (digests ??= layoutDigests(storedLayout(resourceTypes)));

/** Gives an empty Redis the format of this build; throws a StoredFormatError where the data has another one. */
export const assertOwnFormat = (redis: RedisClient): Promise<void> => assertStoredFormat(redis, ownLayout());
