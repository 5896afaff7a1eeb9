/** A live session: whose it is, and until when. */
export interface Session {
  id: string;
  userId: string;
  expiresAt: Date;
}

/** A session that was ended, and whose it was. */
export type EndedSession = Pick<Session, 'id' | 'userId'>;

/** Keeps the session behind each token; a token without one is dead. Survives a restart. */
export abstract class SessionStore {
  /** Begins a session of `durations.session`. */
  abstract create(userId: string): Promise<Session>;
  /** The session, or null where it has ended, or never was. */
  abstract find(id: string): Promise<Session | null>;
  /** Moves the end of a live session to `durations.session` from now. */
  abstract extend(id: string): Promise<void>;
  /** Ends a session; ending it twice is no error. */
  abstract revoke(id: string): Promise<void>;
  /** Ends all other sessions of a user. @returns the ids of those that were live. */
  abstract revokeOthers(userId: string, keptId: string): Promise<string[]>;
  /** Ends all sessions of all users in one step. @returns those that were live. */
  abstract revokeAll(): Promise<EndedSession[]>;
  /** Forgets up to `limit` expired sessions. @returns their ids, each of them to one caller only. */
  abstract prune(limit: number): Promise<string[]>;
}

/** Remembers which one-time tokens have been used, by their names. */
export abstract class UsedTokens {
  /**
   * Marks a token as used. Checking and marking are one step, so that exactly one of several parallel calls succeeds.
   * @param until when the token ends by itself; it must be remembered so long.
   * @returns whether this was its first use.
   */
  abstract markUsed(name: string, until: Date): Promise<boolean>;
}
