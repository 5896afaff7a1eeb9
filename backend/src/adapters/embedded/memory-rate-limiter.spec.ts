import { rateLimiterContract } from '../../../test/ports/rate-limiter.contract.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';

rateLimiterContract('this process', () => new MemoryRateLimiter());
