import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { Config, demoAccount } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { candidateNames } from './forum-accounts.service.js';
import { InstallationEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/**
 * The account that a first start has created. `password` is set only if it was generated; it is shown only this once.
 */
export interface FirstAdmin {
  id: string;
  email: string;
  password: string | null;
}

/** Creates the accounts that every studio starts with (specification: Operation). */
@Injectable()
export class FirstStartService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
  ) {}

  /** Creates the admin account, and stores its id as the installation's admin. @returns null on every later start. */
  async createAdmin(): Promise<FirstAdmin | null> {
    const { em } = this.database;
    if ((await em.count(InstallationEntity)) > 0) return null;
    const { adminEmail: email, adminPassword } = this.config;
    const password = adminPassword ?? randomBytes(12).toString('base64url');
    const admin = await this.users.create({ email, username: 'admin', password, isAdmin: true });
    await em.insert(InstallationEntity, { admin: admin.id });
    return { id: admin.id, email, password: adminPassword === null ? password : null };
  }

  /** Creates the demo account if it is configured and missing; with another name if its own is taken. */
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
