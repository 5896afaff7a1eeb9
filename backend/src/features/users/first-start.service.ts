import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { Config, demoAccount } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { candidateNames } from './forum-accounts.service.js';
import { InstallationEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/** The account that a first start has made. `password` is set only where it was generated: it is told this once. */
export interface FirstAdmin {
  id: string;
  email: string;
  password: string | null;
}

/** The accounts that a studio has from its first start (specification: Operation). */
@Injectable()
export class FirstStartService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
  ) {}

  /** Makes the admin account once and binds it by its id. @returns null on every later start. */
  async createAdmin(): Promise<FirstAdmin | null> {
    const { em } = this.database;
    if ((await em.count(InstallationEntity)) > 0) return null;
    const { adminEmail: email, adminPassword } = this.config;
    const password = adminPassword ?? randomBytes(12).toString('base64url');
    const admin = await this.users.create({ email, username: 'admin', password, isAdmin: true });
    await em.insert(InstallationEntity, { admin: admin.id });
    return { id: admin.id, email, password: adminPassword === null ? password : null };
  }

  /** Makes the demo account where it is wanted and not there yet, by another name where somebody has that one. */
  async createDemo(): Promise<void> {
    if (!this.config.demoAccount) return;
    for (const username of candidateNames(demoAccount.username)) {
      if (await this.users.findByEmail(demoAccount.email)) return;
      await this.users.create({ ...demoAccount, username }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'username_taken')) throw error;
      });
    }
  }
}
