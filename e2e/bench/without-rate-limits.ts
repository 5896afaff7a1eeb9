/** Variables of a studio that is measured: the budgets of one account and one address are no part of that. */
export const withoutRateLimits = { RATE_LIMIT_SCALE: '1000' };
