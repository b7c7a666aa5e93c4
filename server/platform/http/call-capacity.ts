import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { tenantHeader } from '../../../contract/call.ts'
import { newId } from '../ids.ts'
import { chooseLanguage } from './language.ts'
import { Failure, toProblemAnswer } from './problem.ts'

/** Runs calls while there are not too many. */
export interface CallCapacity {
  /** Leaves calls of a route uncounted: their feature limits them. */
  exclude(route: string): void
  /** Returns whether a call is refused now. @param url path and query */
  refuses(url: string): boolean
  /** Counts a call that the HTTP server has refused. */
  countRefusal(): void
  /** Number of calls that the HTTP server has refused since its start. */
  readonly refusedCount: number
  /**
   * Runs a call and counts it until its answer.
   *
   * @throws Failure `Overloaded` with a time to wait while too many are in progress
   */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

/**
 * Limit of a process: it answers 400 to 1,000 calls a second, so the last of them waits up to 0.3 s for those before it.
 * Callers of more would wait longer and longer, until all of them give up.
 */
export const maxCalls = 128
/** Clients repeat reads by themselves up to 5 s later. A random pause spreads those that were refused together. */
const maxPauseInSeconds = 5

const refusalLogIntervalInMs = 5_000

const createRetryAfter = () => 1 + Math.floor(Math.random() * maxPauseInSeconds)

/** Creates the capacity of a process without calls. */
export function createCallCapacity(): CallCapacity {
  let count = 0
  let refusedCount = 0
  const excludedPaths: RegExp[] = []
  return {
    exclude: (route) => void excludedPaths.push(toPathPattern(route)),
    refuses: (url) =>
      count >= maxCalls && apiPath.test(url) && !excludedPaths.some((pattern) => pattern.test(url)),
    countRefusal: () => void (refusedCount += 1),
    get refusedCount() {
      return refusedCount
    },
    async run(work) {
      if (count >= maxCalls) throw new Failure('Overloaded', { retryAfterInSeconds: createRetryAfter() })
      count += 1
      try {
        return await work()
      } finally {
        count -= 1
      }
    },
  }
}

/** Options of Fastify in milliseconds that it leaves to the creator of a server. */
export type ServerTimeouts = Record<'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout', number>

/**
 * Creates the HTTP server of an app. It refuses calls before the app handles them while too many are in progress: with all that
 * the app does for an answer, a refused call would cost half as much as an answered one.
 *
 * @param handle handler of the app
 * @param findTheme returns the `theme` of the tenant that a request is for; undefined for none
 * @param log gets one line with the number of refused calls, every few seconds while there are any
 */
export function createRefusingServer(
  handle: RequestListener,
  { keepAliveTimeout, requestTimeout, connectionTimeout }: ServerTimeouts,
  {
    capacity,
    findTheme,
    log,
  }: {
    readonly capacity: CallCapacity
    readonly findTheme: (request: IncomingMessage) => string | undefined
    readonly log: FastifyBaseLogger
  },
): Server {
  const logRefusal = createRefusalLog(log)
  const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
    const theme = capacity.refuses(request.url ?? '') ? findTheme(request) : undefined
    if (theme === undefined) handle(request, response)
    else {
      capacity.countRefusal()
      logRefusal()
      if (!server.listening) response.setHeader('connection', 'close')
      refuse(request, response, theme)
    }
  })
  return server.setTimeout(connectionTimeout)
}

/** Counts refused calls, and logs their number a while after the first of them: a line for each would cost more than it. */
function createRefusalLog(log: FastifyBaseLogger): () => void {
  let count = 0
  const write = () => {
    log.warn({ count }, 'calls refused: too many in progress')
    count = 0
  }
  return () => {
    if (count === 0) setTimeout(write, refusalLogIntervalInMs).unref()
    count += 1
  }
}

function refuse(
  { headers: { 'accept-language': languages } }: IncomingMessage,
  response: ServerResponse,
  theme: string,
) {
  const failure = { code: 'Overloaded', retryAfterInSeconds: createRetryAfter() } as const
  const { status, headers, body } = toProblemAnswer(failure, {
    requestId: newId(),
    language: chooseLanguage(languages),
  })
  response
    .writeHead(status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      [tenantHeader]: encodeURIComponent(theme),
    })
    .end(body)
}

const apiPath = /^\/public\/\w+\/api\//

/** Matches the path of a route, with or without a query. */
const toPathPattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`)

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls in progress except uploads, whose features limit them. */
    readonly callCapacity: CallCapacity
  }
}
