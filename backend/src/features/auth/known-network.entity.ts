import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../users/user.entity.js';

/** A network from which somebody has signed in with the right password. */
export const KnownNetworkEntity = defineEntity({
  name: 'KnownNetwork',
  tableName: 'known_networks',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade'),
    /** A keyed hash: no address is stored. */
    network: p.text().primary(),
    seenAt: p.datetime(),
  },
  indexes: [{ name: 'known_networks_time_index', properties: ['seenAt'] }],
});
