import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { createBounded } from '../../log/LogRateLimit.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RequestObserver } from '../exchange/RequestObserver.js';
