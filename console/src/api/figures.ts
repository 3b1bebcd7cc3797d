/** Live figures of the server process that answers. Counts are those since its start. */
import type { Figures } from '../../../src/base/observe/metrics/Figures';
import { send } from './send';

export type { Figures, SlowRequestFigures } from '../../../src/base/observe/metrics/Figures';

export const readFigures = (): Promise<Figures> => send('/-/figures');
