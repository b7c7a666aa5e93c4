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
  const requestsByStatusClass = new Map([1, 2, 3, 4, 5].map((statusClass) => [statusClass, 0]))
  let noticesRefused = 0
  return {
    routes: (app) => {
      app.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
        const statusClass = Math.floor(statusCode / 100)
        requestsByStatusClass.set(statusClass, (requestsByStatusClass.get(statusClass) ?? 0) + 1)
        if (routeOptions.url === noticesRoute && statusCode === errorStatus.SignatureInvalid) noticesRefused++
      })
      app.get('/metrics', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
        // Same answer as for an unknown address.
        if (!isAllowed(request.headers.authorization, metricsToken)) throw new Failure('NotFound')
        const backlog = await readBacklog(db, clock())
        const classes = new Map(requestsByStatusClass)
        // no hook runs for these calls
        classes.set(5, (classes.get(5) ?? 0) + app.callCapacity.refusedCount)
        return reply
          .header('cache-control', 'no-store')
          .type('text/plain; version=0.0.4; charset=utf-8')
          .send(formatMetrics({ classes, noticesRefused }, backlog))
      })
    },
  }
}

function isAllowed(authorization: string | undefined, token: string): boolean {
  const computeDigest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(computeDigest(authorization ?? ''), computeDigest(`Bearer ${token}`))
}

/** Counters of this process. */
interface Counters {
  /** Answers by the first digit of their status. */
  readonly classes: ReadonlyMap<number, number>
  readonly noticesRefused: number
}

function formatMetrics(
  { classes: requestsByStatusClass, noticesRefused }: Counters,
  backlog: Backlog,
): string {
  const findJobsInState = (state: string) => backlog.jobs.filter((row) => row.state === state)
  const toKindSamples = (rows: Backlog['jobs']) =>
    rows.map(({ kind, count }): [string, number] => [`{kind="${kind}"}`, count])
  return [
    ...formatMetric(
      'http_requests_total',
      'counter',
      'Requests answered by this process, by class of status.',
      [
        ...[...requestsByStatusClass].map(([statusClass, count]): [string, number] => [
          `{status="${statusClass}xx"}`,
          count,
        ]),
      ],
    ),
    ...formatMetric('ingest_files_waiting', 'gauge', 'Files that running ingests have still to take in.', [
      ['', backlog.ingestWaiting],
    ]),
    ...formatMetric(
      'jobs_due',
      'gauge',
      'Jobs whose time has come, such as letters.',
      toKindSamples(findJobsInState('Waiting')),
    ),
    ...formatMetric(
      'jobs_given_up',
      'gauge',
      'Jobs that failed for a week.',
      toKindSamples(findJobsInState('Failed')),
    ),
    ...formatMetric('job_lag_seconds', 'gauge', 'How late the job is that waits longest.', [
      ['', backlog.jobLagInSeconds],
    ]),
    ...formatMetric(
      'payment_notices_refused_total',
      'counter',
      'Notifications of banks with an invalid signature.',
      [['', noticesRefused]],
    ),
    ...formatMetric('payments_waiting', 'gauge', 'Attempts to pay that the bank has not decided.', [
      ['', backlog.paymentsWaiting],
    ]),
    ...formatMetric('payments_held', 'gauge', 'Payments that need a decision.', [
      ['', backlog.paymentsInReview],
    ]),
    '',
  ].join('\n')
}

function formatMetric(
  name: string,
  type: string,
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string[] {
  const fullName = `photofinish_${name}`
  return [
    `# HELP ${fullName} ${help}`,
    `# TYPE ${fullName} ${type}`,
    ...samples.map(([labels, value]) => `${fullName}${labels} ${value}`),
  ]
}
