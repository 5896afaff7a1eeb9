/** Variables of a measured studio: raises the request budgets, which are not part of the measurement. */
export const withoutRateLimits = { RATE_LIMIT_SCALE: '1000' };
