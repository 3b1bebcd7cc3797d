import type { Config } from '../../base/config/settings.js';
import type { Shutdown } from '../lifecycle/Shutdown.js';
import type { Logger } from 'pino';

/** Data that the parts of a starting server share. */
export interface Startup {
  readonly config: Config;
  readonly log: Logger;
  /** Each part adds its step as soon as it is started; the steps run in reverse. Its signal ends a start. */
  readonly shutdown: Shutdown;
}
