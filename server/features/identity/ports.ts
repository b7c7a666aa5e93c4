import type { JWTVerifyGetKey } from 'jose'
import type { Context } from '../../platform/context.ts'

/** The sign-on realm of a tenant's users. */
export interface Realm {
  /** Issuer claim of its tokens. */
  readonly issuer: string
  /**
   * Returns the verification key that a token names; throws a failure `IdentityUnavailable` when the server cannot be reached.
   */
  readonly getKey: JWTVerifyGetKey
}

/** The sign-on servers of the tenants. */
export interface Realms {
  /**
   * Returns the realm of a tenant that has one.
   *
   * @throws Failure `IdentityUnavailable` when its server cannot be reached
   */
  getRealm(context: Context): Promise<Realm>
}
