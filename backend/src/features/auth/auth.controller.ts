import { Body, Controller } from '@nestjs/common';
import type {
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  ProfileUpdate,
  Registration,
} from '@studio/contract/http/accounts';
import type { Credentials, SignIn, User } from '@studio/contract/http/auth';
import type { ForumHandOff } from '@studio/contract/http/forum';
import { routes } from '@studio/contract/routes';
import { browserIdOf, Cookies } from '../../common/http/browser-cookie.js';
import { type Caller, CurrentCaller } from '../../common/http/caller.js';
import { ClientAddress, Endpoint } from '../../common/http/endpoint.js';
import { Config } from '../../config/config.js';
import { UsersService } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { ForumLoginService } from './forum-login.service.js';
import { PasswordResets } from './password-resets.js';

@Controller()
export class AuthController {
  constructor(
    private readonly config: Config,
    private readonly auth: AuthService,
    private readonly forum: ForumLoginService,
    private readonly users: UsersService,
    private readonly resets: PasswordResets,
  ) {}

  @Endpoint(routes.register)
  register(
    @Body({ schema: routes.register.body }) registration: Registration,
    @ClientAddress() address: string,
  ): Promise<SignIn> {
    return this.auth.register(registration, address);
  }

  @Endpoint(routes.login)
  login(
    @Body({ schema: routes.login.body }) credentials: Credentials,
    @ClientAddress() address: string,
  ): Promise<SignIn> {
    return this.auth.login(credentials, address);
  }

  @Endpoint(routes.forumLogin)
  forumLogin(
    @Body({ schema: routes.forumLogin.body }) handOff: ForumHandOff,
    @Cookies() cookies: string,
    @CurrentCaller() caller: Caller | null,
  ): Promise<SignIn> {
    return this.forum.login(handOff, { browserId: browserIdOf(this.config, cookies), caller });
  }

  @Endpoint(routes.me)
  me(@CurrentCaller() caller: Caller): Promise<User> {
    return this.auth.me(caller);
  }

  @Endpoint(routes.updateMe)
  async updateMe(
    @CurrentCaller() caller: Caller,
    @Body({ schema: routes.updateMe.body }) { avatar }: ProfileUpdate,
  ): Promise<User> {
    return this.users.present(await this.users.changeAvatar(caller.userId, avatar));
  }

  @Endpoint(routes.logout)
  logout(@CurrentCaller() caller: Caller): Promise<void> {
    return this.auth.logout(caller);
  }

  @Endpoint(routes.changePassword)
  changePassword(
    @CurrentCaller() caller: Caller,
    @Body({ schema: routes.changePassword.body }) change: PasswordChange,
    @ClientAddress() address: string,
  ): Promise<void> {
    return this.auth.changePassword(caller, change, address);
  }

  @Endpoint(routes.requestPasswordReset)
  requestPasswordReset(
    @Body({ schema: routes.requestPasswordReset.body }) { email }: PasswordResetRequest,
    @ClientAddress() address: string,
  ): Promise<void> {
    return this.resets.request(email, address);
  }

  @Endpoint(routes.resetPassword)
  resetPassword(
    @Body({ schema: routes.resetPassword.body }) reset: PasswordReset,
    @ClientAddress() address: string,
  ): Promise<void> {
    return this.resets.confirm(reset, address);
  }
}
