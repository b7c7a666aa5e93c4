import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import type { Language } from '../../../../contract/common.ts'
import type { Context } from '../../../platform/context.ts'
import { toClientKey } from '../../../platform/http/client-key.ts'
import { chooseLanguage } from '../../../platform/http/language.ts'
import { limitCaller, limitCalls } from '../../../platform/http/limit-calls.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { renderExpiredPage, renderSignInPage, type SignInPageData, submitScript } from './page.ts'
import { renderBrandStyle } from './style.ts'
import type { DemoUsers } from './users.ts'

interface RouteDependencies {
  readonly getProvider: (context: Context) => Promise<Provider>
  readonly users: DemoUsers
}

interface RealmRoute {
  Params: { realm: string }
}

interface SignInRoute {
  Params: { realm: string; uid: string }
}

const SignInForm = z.object({
  name: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(200)),
})

const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

const formType = 'application/x-www-form-urlencoded'

/** Visitors at a finish area share one address, so the limit is per user name: few attempts each, many from one address. */
const attemptLimit = { max: 10, windowInMs: 5 * 60_000 }

/** Every page sends one request at start, and a whole venue may share one address. */
const protocolLimit = { perAddress: 1_000, windowInMs: 60_000 }

/** Serves everything below `/auth`: the sign-in pages and the protocol. */
export async function serveProvider(app: FastifyInstance, parts: RouteDependencies): Promise<void> {
  await app.register(async (pages) => servePages(pages, parts))
  await app.register(async (protocol) => serveProtocol(protocol, parts))
}

function servePages(app: FastifyInstance, { getProvider, users }: RouteDependencies): void {
  const hiddenRoute = { schema: { hide: true } }
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  // errors are rendered as a page, also when an old bookmark was opened
  app.setErrorHandler(async (error, request, reply) => {
    const context = await app.getContext(request)
    if (error instanceof Failure && error.code === 'TooManyRequests') {
      const language = chooseLanguage(request.headers['accept-language'], context.tenant.settings.lang)
      const page = { tenant: context.tenant, language, name: '', back: '/', fault: 'tooMany' } as const
      return sendHtml(
        reply.code(429).header('retry-after', error.retryAfterInSeconds),
        renderSignInPage(page),
      )
    }
    request.log.info({ err: error }, 'a sign-in cannot go on')
    return sendHtml(reply.code(400), renderExpiredPage(context.tenant, context.language))
  })

  app.get('/auth/sign-in.css', hiddenRoute, async (request, reply) => {
    const { tenant } = await getRealmContext(app, request)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'max-age=300')
      .header('vary', 'host')
      .send(renderBrandStyle(tenant))
  })
  app.get('/auth/submit.js', hiddenRoute, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=3600').send(submitScript),
  )

  app.get<SignInRoute>('/auth/realms/:realm/login/:uid', hiddenRoute, async (request, reply) => {
    const page = await openSignIn(app, request, reply, getProvider)
    return sendHtml(reply, renderSignInPage({ ...page, name: page.hint }))
  })

  app.get<SignInRoute>('/auth/realms/:realm/login/:uid/abort', hiddenRoute, async (request, reply) => {
    const { provider } = await openSignIn(app, request, reply, getProvider)
    const result = { error: 'access_denied', error_description: 'given up' }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  })

  app.post<SignInRoute>('/auth/realms/:realm/login/:uid', hiddenRoute, async (request, reply) => {
    const page = await openSignIn(app, request, reply, getProvider)
    const form = z.safeParse(SignInForm, request.body)
    if (!form.success || form.data.name.trim() === '' || form.data.password === '') {
      const name = form.success ? form.data.name : ''
      return sendHtml(reply.code(422), renderSignInPage({ ...page, name, fault: 'empty' }))
    }
    const { name, password } = form.data
    await limitAttempts(await app.getContext(request), request.ip, name)
    const user = users.check(name, password)
    if (!user) return sendHtml(reply.code(422), renderSignInPage({ ...page, name, fault: 'wrong' }))
    const result = { login: { accountId: user.subject, remember: true } }
    return reply.redirect(await page.provider.interactionResult(request.raw, reply.raw, result), 303)
  })
}

function limitAttempts(context: Context, address: string, name: string): Promise<void> {
  const subject = `sign-in ${toClientKey(address)} ${name.trim().toLowerCase()}`
  return limitCalls(context, { subject, ...attemptLimit })
}

interface OpenSignIn extends Omit<SignInPageData, 'name'> {
  readonly provider: Provider
  /** The user name hint of the page that started the sign-in. */
  readonly hint: string
}

/** Returns the sign-in that this browser has started. @throws SessionNotFound for any other */
async function openSignIn(
  app: FastifyInstance,
  request: FastifyRequest<SignInRoute>,
  reply: FastifyReply,
  getProvider: RouteDependencies['getProvider'],
): Promise<OpenSignIn> {
  const context = await getRealmContext(app, request)
  const provider = await getProvider(context)
  const { uid, params } = await provider.interactionDetails(setForwardedHeaders(request, context), reply.raw)
  if (uid !== request.params.uid) throw new Failure('NotFound')
  const { realm } = request.params
  return {
    provider,
    tenant: context.tenant,
    language: chooseSignInLanguage(params.ui_locales, context),
    back: `/auth/realms/${encodeURIComponent(realm)}/login/${uid}/abort`,
    hint: typeof params.login_hint === 'string' ? params.login_hint.slice(0, 200) : '',
  }
}

/** Returns the language requested by the storefront. */
function chooseSignInLanguage(requestedLanguages: unknown, { language, tenant }: Context): Language {
  return typeof requestedLanguages === 'string' && requestedLanguages !== ''
    ? chooseLanguage(requestedLanguages, tenant.settings.lang)
    : language
}

function serveProtocol(app: FastifyInstance, { getProvider }: RouteDependencies): void {
  // the provider parses the form itself
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all<RealmRoute>('/auth/realms/:realm/*', { schema: { hide: true } }, async (request, reply) => {
    const context = await getRealmContext(app, request)
    await limitCaller(context, 'sign-on', { device: undefined, address: request.ip }, protocolLimit)
    const provider = await getProvider(context)
    const message = setForwardedHeaders(request, context)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', policy)
    reply.hijack()
    const prefix = `/auth/realms/${request.params.realm}`
    Object.assign(message, { originalUrl: message.url, url: message.url?.slice(prefix.length) || '/' })
    await provider.callback()(message, reply.raw)
    return reply
  })
}

/** Returns the context of a tenant. Throws `NotFound` unless it uses the requested embedded realm. */
async function getRealmContext(app: FastifyInstance, request: FastifyRequest): Promise<Context> {
  const context = await app.getContext(request)
  const { embeddedIdentity, settings } = context.tenant
  const { realm } = (request.params ?? {}) as { realm?: string }
  if (!embeddedIdentity || (realm !== undefined && realm !== settings.openId?.realm))
    throw new Failure('NotFound')
  return context
}

/** Sets the forwarded headers to the public origin, as a proxy would. */
function setForwardedHeaders({ raw }: FastifyRequest, { origin }: Context): FastifyRequest['raw'] {
  const { protocol, host } = new URL(origin)
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  raw.headers['x-forwarded-host'] = host
  return raw
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
