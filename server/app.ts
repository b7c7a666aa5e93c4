import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { tenantHeader } from '../contract/call.ts'
import { maxSelfieSizeInBytes } from '../contract/recognition.ts'
import type { Feature, Ground } from './platform/app-parts.ts'
import type { Context, Tenant } from './platform/context.ts'
import { refuseBrokenTexts } from './platform/http/broken-texts.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { answerBadAddress, answerFailures } from './platform/http/failures.ts'
import { languageOf } from './platform/http/language.ts'
import { Failure } from './platform/http/problem.ts'
import { newId } from './platform/ids.ts'

/** Builds the HTTP application from given parts; tests call it without a socket. */
export async function buildApp(ground: Ground, features: readonly Feature[]): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = ground.log
  const { trustProxy: proxies } = ground.config
  const app = Fastify({
    loggerInstance: logger,
    genReqId: () => newId(),
    trustProxy: typeof proxies === 'number' ? (_, hop) => hop < proxies : proxies,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    return503OnClosing: true,
    frameworkErrors: answerBadAddress,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerFailures(app)
  refuseBrokenTexts(app)
  app.addHook('onRequest', async (request, reply) => {
    const tenant = ground.tenants.byHost(request.hostname)
    if (tenant) reply.header(tenantHeader, encodeURIComponent(tenant.settings.theme))
  })
  app.decorate('contextOf', async (request: FastifyRequest) => contextOf(ground, request))

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // headers for browsers of long ago: 150 bytes of every answer
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // on a slow link each hundred bytes is felt
    threshold: 256,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(rateLimit, { global: false })
  await app.register(multipart, { limits: { fileSize: maxSelfieSizeInBytes, files: 1, fields: 5, parts: 6 } })
  await serveDocumentation(app)
  for (const feature of features) await feature.routes?.(app)
  return app
}

/** The context of work that no request asked for, e.g. a job's. */
export function contextForTenant(ground: Ground, tenant: Tenant): Context {
  return {
    tenant,
    language: tenant.settings.lang,
    db: ground.db,
    now: ground.clock(),
    log: ground.log,
    origin: originOf(ground, tenant),
  }
}

function contextOf(ground: Ground, request: FastifyRequest): Context {
  const tenant = ground.tenants.byHost(request.hostname)
  if (!tenant) throw new Failure('TenantUnknown')
  return {
    tenant,
    language: languageOf(request.headers['accept-language'], tenant.settings.lang, tenant.settings.languages),
    db: ground.db,
    now: ground.clock(),
    log: request.log as Context['log'],
    origin: originOf(ground, tenant, request),
  }
}

/**
 * What a tenant's links begin with: PUBLIC_URL for the tenant that answers there; for others, which share its scheme and
 * port, the host that was asked, or their first real one.
 */
function originOf({ config, tenants }: Ground, tenant: Tenant, request?: FastifyRequest): string {
  const { publicUrl, port } = config
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (publicUrl && known && tenants.byHost(known.hostname) === tenant) return publicUrl
  if (request) return `${known?.protocol ?? `${request.protocol}:`}//${request.host}`
  const host = tenant.hosts.find((name) => name !== '*') ?? 'localhost'
  if (known) return `${known.protocol}//${host}${known.port && `:${known.port}`}`
  return `http://${host}:${port}`
}
