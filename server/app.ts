import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { tenantHeader } from '../contract/call.ts'
import { maxSelfieSizeInBytes } from '../contract/recognition.ts'
import type { Context, Tenant } from './platform/context.ts'
import {
  createCallCapacity,
  createRefusingServer,
  type ServerTimeouts,
} from './platform/http/call-capacity.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { handleBadUrl, registerErrorHandler } from './platform/http/error-handler.ts'
import { rejectInvalidText } from './platform/http/invalid-text.ts'
import { chooseLanguage } from './platform/http/language.ts'
import { rejectOtherMethods } from './platform/http/method-not-allowed.ts'
import { Failure } from './platform/http/problem.ts'
import { RequestLog } from './platform/http/request-log.ts'
import {
  closeConnectionsAtEnd,
  closeIdleConnections,
  createDownloads,
  defaultLimits,
  type SlowClientLimits,
} from './platform/http/slow-clients.ts'
import { newId } from './platform/ids.ts'
import type { Feature, Services } from './platform/services.ts'

/**
 * Builds the HTTP application from its services and features. Tests call it without a socket.
 *
 * @param limits overrides of the defaults, for tests
 */
export async function buildApp(
  services: Services,
  features: readonly Feature[],
  limits: Partial<SlowClientLimits> = {},
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = services.log
  const { trustProxy: proxies } = services.config
  const setTenantHeader = (request: FastifyRequest, reply: FastifyReply) => {
    const tenant = services.tenants.byHost(request.hostname)
    if (tenant) reply.header(tenantHeader, encodeURIComponent(tenant.settings.theme))
  }
  const callCapacity = createCallCapacity()
  const trustsProxy = createProxyTrust(proxies)
  const findTheme = ({ headers, socket }: IncomingMessage) => {
    const isProxy = trustsProxy(socket.remoteAddress ?? '', 0)
    const hosts = String((isProxy && headers['x-forwarded-host']) || headers.host)
    // the last one, as Fastify does for the requests that it handles
    const hostname = hosts.replace(/^.*,\s*/, '').replace(/:\d+$/, '')
    return services.tenants.byHost(hostname)?.settings.theme
  }
  const app = Fastify({
    serverFactory: (handle, options) =>
      createRefusingServer(handle, options as ServerTimeouts, {
        capacity: callCapacity,
        findTheme,
        log: logger,
      }),
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: () => newId(),
    trustProxy: proxies !== false && trustsProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      // no hook runs for these requests
      setTenantHeader(request, reply)
      handleBadUrl(error, request, reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  rejectInvalidText(app)
  app.addHook('onRequest', async (request, reply) => {
    // HTTP/1.0 probes of load balancers send no host
    if (request.host !== '' && !isValidHost(request.host)) throw createHostFailure()
    setTenantHeader(request, reply)
  })
  const { idleInMs, maxDownloads: downloadsAtMost, closeInMs } = { ...defaultLimits, ...limits }
  closeIdleConnections(app, idleInMs)
  closeConnectionsAtEnd(app, closeInMs)
  app.decorate('downloads', createDownloads(downloadsAtMost, services.log))
  app.decorate('callCapacity', callCapacity)
  app.decorate('getContext', async (request: FastifyRequest) => createContext(services, request))

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // headers for outdated browsers: 150 bytes of every response
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // on a slow link, every hundred bytes counts
    threshold: 256,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart, {
    limits: { fileSize: maxSelfieSizeInBytes, files: 1, fields: 5, fieldSize: 1024, parts: 6 },
  })
  await serveDocumentation(app)
  for (const feature of features) await feature.routes?.(app)
  rejectOtherMethods(app)
  return app
}

/** Returns whether the address of a connection, or of a proxy at a number of hops, is trusted to name host and client. */
function createProxyTrust(
  proxies: Services['config']['trustProxy'],
): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false
  return typeof proxies === 'number' ? (_, hop) => hop < proxies : proxyAddr.compile(proxies)
}

/** Returns the context of work without a request, e.g. of a job. */
export function createContextForTenant(services: Services, tenant: Tenant): Context {
  return {
    tenant,
    language: tenant.settings.lang,
    db: services.db,
    now: services.clock(),
    log: services.log,
    origin: getOrigin(services, tenant),
    letterOrigin: getOrigin(services, tenant),
  }
}

function createContext(services: Services, request: FastifyRequest): Context {
  if (request.host === '') throw createHostFailure()
  const tenant = services.tenants.byHost(request.hostname)
  if (!tenant) throw new Failure('TenantUnknown')
  return {
    tenant,
    language: chooseLanguage(
      request.headers['accept-language'],
      tenant.settings.lang,
      tenant.settings.languages,
    ),
    db: services.db,
    now: services.clock(),
    log: request.log as Context['log'],
    origin: getOrigin(services, tenant, request),
    letterOrigin: findLetterOrigin(services, tenant, request),
  }
}

/** Returns whether a `Host` header can be part of an address. */
function isValidHost(host: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
}

function createHostFailure(): Failure {
  const message = 'a host name or an address, with or without a port'
  return new Failure('ValidationFailed', { fields: [{ field: 'Host', code: 'Invalid', message }] })
}

/**
 * Returns the origin of a tenant's links: PUBLIC_URL for the tenant of its host. Other tenants share its scheme and port, with
 * the requested host or their first real one.
 */
function getOrigin({ config, tenants }: Services, tenant: Tenant, request?: FastifyRequest): string {
  const { publicUrl, port } = config
  const configuredUrl = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (publicUrl && configuredUrl && tenants.byHost(configuredUrl.hostname) === tenant) return publicUrl
  if (request) return `${configuredUrl?.protocol ?? `${request.protocol}:`}//${request.host}`
  const host = tenant.hosts.find((name) => name !== '*') ?? 'localhost'
  if (configuredUrl)
    return `${configuredUrl.protocol}//${host}${configuredUrl.port && `:${configuredUrl.port}`}`
  return `http://${host}:${port}`
}

/**
 * Returns the origin of links in letters. Visitors can send any `Host`: its name is used only if the tenant lists it. Its port
 * is used only if it is that of PUBLIC_URL, the server listens on it, or a trusted proxy is configured.
 */
function findLetterOrigin(services: Services, tenant: Tenant, request: FastifyRequest): string {
  const { publicUrl, trustProxy, port } = services.config
  const requested = new URL(`http://${request.host}`)
  const ownPorts =
    publicUrl === undefined ? ['', String(port), String(request.socket.localPort)] : [new URL(publicUrl).port]
  const isPortKnown = trustProxy !== false || ownPorts.includes(requested.port)
  const isKnown = isPortKnown && tenant.hosts.includes(request.hostname.toLowerCase())
  return getOrigin(services, tenant, isKnown ? request : undefined)
}
