import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';

/** A call of the contract with an address. Its ids do not exist. */
export interface ContractCall extends Route {
  /** Below `/api`. */
  address: string;
}

/** Every call of the contract. */
export const contractCalls: readonly ContractCall[] = Object.values<Route>(routes).map((route) => ({
  ...route,
  address: route.path.replace(':rev', '1').replace(/:\w+/g, '0000000000000000'),
}));
