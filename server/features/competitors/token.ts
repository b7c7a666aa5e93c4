import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../../platform/services.ts'
import type { SearchClaims, Subject } from './subject.ts'

const algorithm = 'HS256'
const audience = 'search'
const lifetimeInMs = 12 * 3_600_000
const leewayInSeconds = 60

/** Tokens without a device are from an earlier release: clients request a new one. */
const device = z.string()

const Claims = z.object({
  tenant: z.string(),
  event: z.string(),
  exp: z.number(),
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('event') }),
    z.object({ kind: z.literal('number'), number: z.string(), device }),
    z.object({ kind: z.literal('competitor'), competitorId: z.string(), number: z.string(), device }),
    z.object({ kind: z.literal('surname'), surname: z.string(), device }),
    z.object({ kind: z.literal('face'), selfieId: z.string(), personId: z.string(), device }),
    z.object({ kind: z.literal('share'), shareId: z.string() }),
  ]),
})

/** Signs a search token (JWT, HS256) for one event, valid for twelve hours or until `latestExpiresOn`. */
export async function issueSearchToken(
  context: Context,
  services: Pick<Services, 'config'>,
  input: { eventId: string; subject: Subject; latestExpiresOn?: Date },
): Promise<{ token: string; expiresOn: Date }> {
  const latestExpiryInMs = Math.min(
    context.now.getTime() + lifetimeInMs,
    input.latestExpiresOn?.getTime() ?? Infinity,
  )
  const exp = Math.floor(latestExpiryInMs / 1000)
  const token = await new SignJWT({
    tenant: context.tenant.name,
    event: input.eventId,
    subject: input.subject,
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setAudience(audience)
    // calls are limited by token: visitors who get one in the same second do not share it
    .setJti(newId())
    .setIssuedAt(context.now)
    .setExpirationTime(exp)
    .sign(services.config.secrets.searchToken)
  return { token, expiresOn: new Date(exp * 1000) }
}

/**
 * Verifies a search token. The algorithm is fixed, regardless of the token's header. Allows a minute of clock skew.
 *
 * @throws Failure `Unauthenticated` without a token, `TokenExpired`, `TokenInvalid` (also one of another tenant)
 */
export async function verifySearchToken(
  context: Context,
  services: Pick<Services, 'config'>,
  bearer: string | undefined,
): Promise<SearchClaims> {
  if (bearer === undefined) throw new Failure('Unauthenticated')
  try {
    const { searchToken } = services.config.secrets
    const { tenant, event, exp, subject } = await verifyToken(bearer, searchToken, context.now)
    if (tenant !== context.tenant.name) throw new Failure('TokenInvalid')
    return { tenant, eventId: event, subject, expiresOn: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(error instanceof errors.JWTExpired ? 'TokenExpired' : 'TokenInvalid', { cause: error })
  }
}

type Claims = z.infer<typeof Claims>

/** Cache of tokens whose signature was verified, by signing key. */
const verifiedTokens = new WeakMap<Uint8Array, Map<string, Claims>>()
const maxCachedTokens = 5_000

/** Caches verified claims: verification costs more than the rest of many calls, and every page of an album sends a token. */
async function verifyToken(bearer: string, secret: Uint8Array, now: Date): Promise<Claims> {
  const cachedTokens = verifiedTokens.get(secret) ?? new Map<string, Claims>()
  verifiedTokens.set(secret, cachedTokens)
  const cachedClaims = cachedTokens.get(bearer)
  if (cachedClaims && now.getTime() / 1000 < cachedClaims.exp) return cachedClaims
  const { payload } = await jwtVerify(bearer, secret, {
    algorithms: [algorithm],
    audience,
    clockTolerance: leewayInSeconds,
    currentDate: now,
    requiredClaims: ['exp', 'iat'],
  })
  const claims = z.parse(Claims, payload)
  cachedTokens.set(bearer, claims)
  const [oldest] = cachedTokens.keys()
  if (cachedTokens.size > maxCachedTokens && oldest !== undefined) cachedTokens.delete(oldest)
  return claims
}
