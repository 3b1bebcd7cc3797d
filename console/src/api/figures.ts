/** Live figures of the server process that responds. Counts begin with its start. */
import type { Figures } from '../../../src/base/observe/metrics/Figures';
import { send } from './send';

export type { Figures, SlowRequestFigures } from '../../../src/base/observe/metrics/Figures';

export const readFigures = (): Promise<Figures> => send('/-/figures');
