import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Realms } from './ports.ts'

/** Allows asymmetric algorithms only: with a shared key, the verifier could also sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const leewayInSeconds = 30

/** A signed-in user. */
export interface Identity {
  /** The sign-on server's id of the user; never changes. */
  readonly subject: string
  /** In lower case; undefined unless the sign-on server has verified that it belongs to the user. */
  readonly verifiedEmail: string | undefined
}

/** The relevant claims of a Keycloak access token. */
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  /** Client that the token was issued to. */
  azp: z.optional(z.string()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  /** `Bearer` for an access token; `ID` and `Refresh` are for other uses. */
  typ: z.optional(z.literal('Bearer')),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
})

/** Returns whether a bearer claims to come from a sign-on server, unlike a search token. Verifies nothing. */
export function isIdentityToken(token: string): boolean {
  try {
    return typeof decodeJwt(token).iss === 'string'
  } catch {
    return false
  }
}

/**
 * Verifies an access token of the tenant's realm: signature, issuer, time, and the tenant's client.
 *
 * @throws Failure `TokenExpired`, `TokenInvalid`, `IdentityUnavailable` when the keys cannot be fetched
 */
export async function verifyIdentity(context: Context, realms: Realms, token: string): Promise<Identity> {
  const { openId } = context.tenant.settings
  if (!openId) throw new Failure('TokenInvalid')
  const { issuer, getKey } = await realms.getRealm(context)
  const claims = z.safeParse(Claims, await verifyPayload(context, token, issuer, getKey))
  if (!claims.success) throw new Failure('TokenInvalid', { cause: claims.error })
  const { sub, azp, aud, email, email_verified: isVerified } = claims.data
  // Keycloak's tokens name the client in `azp` and Keycloak's services in `aud`.
  const clients = azp === undefined ? [aud ?? []].flat() : [azp]
  if (!clients.includes(openId.clientId)) throw new Failure('TokenInvalid')
  return {
    subject: sub,
    verifiedEmail: isVerified === true && email ? email.trim().toLowerCase() : undefined,
  }
}

async function verifyPayload(
  context: Context,
  token: string,
  issuer: string,
  getKey: JWTVerifyGetKey,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, getKey, {
      issuer,
      algorithms,
      clockTolerance: leewayInSeconds,
      currentDate: context.now,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return payload
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(error instanceof errors.JWTExpired ? 'TokenExpired' : 'TokenInvalid', { cause: error })
  }
}
