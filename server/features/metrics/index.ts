import { createHash, timingSafeEqual } from 'node:crypto'
import { toRoute } from '../../../contract/call.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { notifyPayment } from '../../../contract/invoices.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { type Backlog, readBacklog } from './store.ts'

const noticesRoute = toRoute(notifyPayment)

/**
 * Serves `GET /metrics` for operators in the text format of Prometheus, to callers with METRICS_TOKEN; without that setting the
 * route does not exist. Requests are counted per process, the rest per installation. Must be registered before the features
 * whose requests it counts.
 */
export function createMetricsFeature({
  config,
  db,
  clock,
}: Pick<Services, 'config' | 'db' | 'clock'>): Feature {
  const { metricsToken } = config
  if (metricsToken === undefined) return {}
  const classes = new Map([1, 2, 3, 4, 5].map((first) => [first, 0]))
  let noticesRefused = 0
  return {
    routes: (app) => {
      app.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
        const first = Math.floor(statusCode / 100)
        classes.set(first, (classes.get(first) ?? 0) + 1)
        if (routeOptions.url === noticesRoute && statusCode === errorStatus.SignatureInvalid) noticesRefused++
      })
      app.get('/metrics', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
        // Same answer as for an unknown address.
        if (!isAllowed(request.headers.authorization, metricsToken)) throw new Failure('NotFound')
        const backlog = await readBacklog(db, clock())
        return reply
          .header('cache-control', 'no-store')
          .type('text/plain; version=0.0.4; charset=utf-8')
          .send(formatMetrics({ classes, noticesRefused }, backlog))
      })
    },
  }
}

function isAllowed(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

/** Counters of this process. */
interface Counters {
  /** Answers by the first digit of their status. */
  readonly classes: ReadonlyMap<number, number>
  readonly noticesRefused: number
}

function formatMetrics({ classes, noticesRefused }: Counters, backlog: Backlog): string {
  const of = (state: string) => backlog.jobs.filter((row) => row.state === state)
  const byKind = (rows: Backlog['jobs']) =>
    rows.map(({ kind, count }): [string, number] => [`{kind="${kind}"}`, count])
  return [
    ...metric('http_requests_total', 'counter', 'Requests answered by this process, by class of status.', [
      ...[...classes].map(([first, count]): [string, number] => [`{status="${first}xx"}`, count]),
    ]),
    ...metric('ingest_files_waiting', 'gauge', 'Files that running ingests have still to take in.', [
      ['', backlog.ingestWaiting],
    ]),
    ...metric('jobs_due', 'gauge', 'Jobs whose time has come, such as letters.', byKind(of('Waiting'))),
    ...metric('jobs_given_up', 'gauge', 'Jobs that failed for a week.', byKind(of('Failed'))),
    ...metric('job_lag_seconds', 'gauge', 'How late the job is that waits longest.', [
      ['', backlog.jobLagInSeconds],
    ]),
    ...metric(
      'payment_notices_refused_total',
      'counter',
      'Notifications of banks with an invalid signature.',
      [['', noticesRefused]],
    ),
    ...metric('payments_waiting', 'gauge', 'Attempts to pay that the bank has not decided.', [
      ['', backlog.paymentsWaiting],
    ]),
    ...metric('payments_held', 'gauge', 'Payments held for review.', [['', backlog.paymentsHeld]]),
    '',
  ].join('\n')
}

function metric(
  name: string,
  type: string,
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string[] {
  const full = `photofinish_${name}`
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(([labels, value]) => `${full}${labels} ${value}`),
  ]
}
