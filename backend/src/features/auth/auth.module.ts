import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { JwtModule, JwtSecretRequestType, type JwtSignOptions, type JwtVerifyOptions } from '@nestjs/jwt';
import { RequestBodyGuard } from '../../common/http/request-body.guard.js';
import { signingKey } from '../../common/signing-key.js';
import { Config } from '../../config/config.js';
import { AuditModule } from '../audit/audit.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { CallerBudgetGuard } from '../budgets/caller-budget.guard.js';
import { FairListsInterceptor } from '../budgets/fair-lists.interceptor.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard, JwtStrategy } from './access.guard.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { ForumLoginService } from './forum-login.service.js';
import { ForumTokens } from './forum-tokens.js';
import { KnownNetworks } from './known-networks.js';
import { LoginLimits } from './login-limits.js';
import { PasswordResets } from './password-resets.js';
import { RestoredAccounts } from './restored-accounts.js';
import { verificationKeys } from './token-keys.js';

@Module({
  imports: [
    UsersModule,
    BudgetsModule,
    ProjectsModule,
    AuditModule,
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: (config: Config) => {
        const secret = signingKey(config);
        const keyOf = verificationKeys(config);
        return {
          // The forum's tokens are checked with the forum's secret.
          secretOrKeyProvider: (asked, token, options?: JwtSignOptions | JwtVerifyOptions) =>
            options?.secret ?? (asked === JwtSecretRequestType.VERIFY ? keyOf(String(token)) : secret),
          signOptions: { algorithm: 'HS256' },
          verifyOptions: { algorithms: ['HS256'] },
        };
      },
    }),
  ],
  controllers: [AuthController],
  providers: [
    AuthService,
    ForumLoginService,
    ForumTokens,
    LoginLimits,
    KnownNetworks,
    PasswordResets,
    RestoredAccounts,
    JwtStrategy,
    // In this order: the budget is the account's, and the body of a refused request is never read into memory.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: CallerBudgetGuard },
    { provide: APP_GUARD, useClass: RequestBodyGuard },
    { provide: APP_INTERCEPTOR, useClass: FairListsInterceptor },
  ],
  exports: [AuthService, ForumLoginService, KnownNetworks, JwtModule],
})
export class AuthModule {}
