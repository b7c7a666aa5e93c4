import type { JWTVerifyGetKey } from 'jose'
import type { Context } from '../../platform/context.ts'

/** Where a tenant's users sign in. */
export interface Realm {
  /** What its tokens say of their origin. */
  readonly issuer: string
  /** Gives the key that a token says it is signed with; throws a failure `IdentityUnavailable` when it cannot be asked. */
  readonly keyFor: JWTVerifyGetKey
}

/** The sign-on servers behind the tenants. */
export interface Realms {
  /**
   * The realm of a tenant that has one.
   *
   * @throws Failure `IdentityUnavailable` when its server cannot be asked
   */
  realmOf(context: Context): Promise<Realm>
}
