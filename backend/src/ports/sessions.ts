/** A live session with its user and its end. */
export interface Session {
  id: string;
  userId: string;
  expiresAt: Date;
}

/** A session that has just begun, and the ids of those that ended for it. */
export type NewSession = Session & { replaced: string[] };

/** A session that was ended, and its user. */
export type EndedSession = Pick<Session, 'id' | 'userId'>;

/** Stores the session of each token; a token without a session is invalid. Survives a restart. */
export abstract class SessionStore {
  /**
   * Begins a session of `durations.session`. Beyond `maxSessions` of the user, ends those that would end first: the
   * ones that have not been used for longest.
   */
  abstract create(userId: string, maxSessions: number): Promise<NewSession>;
  /** The session; null if it has ended or never existed. */
  abstract find(id: string): Promise<Session | null>;
  /** Moves the end of a live session to `durations.session` from now. */
  abstract extend(id: string): Promise<void>;
  /** Ends a session; ending it twice is no error. */
  abstract revoke(id: string): Promise<void>;
  /** Ends all other sessions of a user. @returns the ids of those that were live. */
  abstract revokeOthers(userId: string, keptId: string): Promise<string[]>;
  /** Ends all sessions of all users in one step. @returns those that were live. */
  abstract revokeAll(): Promise<EndedSession[]>;
  /** Deletes up to `limit` expired sessions. @returns their ids, each to only one caller. */
  abstract prune(limit: number): Promise<string[]>;
}
