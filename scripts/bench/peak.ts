import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPath } from '../../contract/call.ts'
import { sendSelfie } from '../../contract/recognition.ts'
import { createRandom } from '../faults/random.ts'
import { getPercentile } from '../percentile.ts'
import { ask, type HttpCall, listCalls, openConnections, sendLoad } from './peak/clients.ts'
import { type PeakServers, startServers } from './peak/servers.ts'
import { simulateSelfies } from './peak/simulate-selfies.ts'

/** Up to 40,000 runners in one hour with 30 calls each, and its busiest minute. */
const defaultRates = [50, 100, 200, 330, 500, 700, 1_000]
const limitInMs = 300
const selfiesMeasured = 15
const selfies = { perSecond: 11, perSecondAtPeak: 33, places: 64 }
const limitInS = 60

function readOptions() {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      postgres: { type: 'string', default: '0' },
      seconds: { type: 'string', default: '8' },
      rates: { type: 'string', default: defaultRates.join(',') },
      profile: { type: 'string' },
    },
  })
  return {
    postgresProcesses: Number(values.postgres),
    seconds: Number(values.seconds),
    rates: values.rates.split(',').map(Number),
    profileFolder: values.profile,
  }
}

/** Prints the times of calls at a rate. @returns whether all were answered in time */
async function measure(
  servers: PeakServers,
  calls: readonly (() => HttpCall)[],
  load: { perSecond: number; seconds: number },
): Promise<boolean> {
  const cpuTimeBefore = servers.readCpuTime()
  const clientBefore = process.cpuUsage()
  const { answers, sentInS, tookInS } = await sendLoad(servers, calls, load)
  const client = process.cpuUsage(clientBefore)
  const cpuTime = servers.readCpuTime()
  const refused = answers.filter(({ status, hasRetryAfter }) => [429, 503].includes(status) && hasRetryAfter)
  const answered = answers.filter(({ status }) => status > 0 && status < 400)
  const failedCount = answers.length - refused.length - answered.length
  const times = answered.map(({ inMs }) => inMs)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => getPercentile(times, share))
  const isInTime = (p95 ?? 0) <= limitInMs && answered.length === answers.length
  const toMsPerCall = (seconds: number) => ((seconds * 1_000) / answers.length).toFixed(2)
  const cpu = [
    ...(cpuTime === undefined ? [] : [`server ${toMsPerCall(cpuTime - (cpuTimeBefore ?? 0))}`]),
    `client ${toMsPerCall((client.user + client.system) / 1e6)}`,
  ]
  console.log(
    `API at ${load.perSecond}/s for ${load.seconds} s (${Math.round(answers.length / sentInS)}/s sent): ` +
      `${Math.round(answered.length / tookInS)}/s answered, p50 ${p50?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms, ` +
      `p99 ${p99?.toFixed(0)} ms, ${refused.length} refused with Retry-After, ${failedCount} failed, ` +
      `CPU per call ${cpu.join(', ')} ms (p95 at most ${limitInMs} ms, none refused: ${isInTime ? 'yes' : 'NO'})`,
  )
  return isInTime
}

/** Measures recognitions of one worker, one after the other. */
async function timeSelfies({ urls: [url = ''], race }: PeakServers): Promise<number[]> {
  const bytes = await readFile(join(import.meta.dirname, '../../demo/selfies/good-a01-andrei.jpg'))
  const times: number[] = []
  for (let count = -1; count < selfiesMeasured; count++) {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'face.jpg')
    const encoded = new Request('http://127.0.0.1/', { method: 'POST', body: form })
    const { status, inMs } = await ask(url, {
      method: 'POST',
      path: `${buildPath(sendSelfie)}?albumId=${race.albumId}`,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'idempotency-key': randomUUID() },
      body: Buffer.from(await encoded.arrayBuffer()),
    })
    if (status !== 200) throw new Error(`a selfie was answered with ${status}`)
    // the first one loads the networks
    if (count >= 0) times.push(inMs)
  }
  return times
}

/** Prints how many workers answer the selfies of 40,000 runners in time, by simulation with measured times. */
async function measureSelfies(servers: PeakServers): Promise<void> {
  const timesInMs = await timeSelfies(servers)
  console.log(
    `Selfies of one worker: p50 ${getPercentile(timesInMs, 0.5).toFixed(0)} ms, ` +
      `p95 ${getPercentile(timesInMs, 0.95).toFixed(0)} ms`,
  )
  for (let workers = 1; workers <= 64; workers++) {
    const { p95, p95AtPeak } = simulateSelfies({ ...selfies, workers, timesInMs }, createRandom(7))
    const isEnough = p95AtPeak <= limitInS && p95 <= limitInS
    if (workers > 2 && !isEnough) continue
    console.log(
      `Simulated, ${selfies.perSecond}/s and ${selfies.perSecondAtPeak}/s in the busiest minute, ${workers} workers: ` +
        `answers p95 ${p95.toFixed(1)} s, ${p95AtPeak.toFixed(1)} s in that minute ` +
        `(at most ${limitInS}: ${isEnough ? 'yes' : 'NO'})`,
    )
    if (isEnough) break
  }
}

/**
 * Measures up to which rate the compiled server answers the calls of a race in time, with the client on the same cores: one
 * process with the embedded database, or `--postgres N` processes. After a rate that is too high, measures the highest one, to
 * show how an overload is answered. With the embedded database, measures one recognition as well, and simulates how many
 * workers answer the selfies of 40,000 runners in time.
 */
export async function run(): Promise<void> {
  const { rates, seconds, ...options } = readOptions()
  const servers = await startServers(options)
  try {
    const calls = await listCalls(servers)
    await openConnections(servers)
    // fills caches and compiles
    await sendLoad(servers, calls, { perSecond: 100, seconds: 8 })
    let isInTime = true
    for (const [index, perSecond] of rates.entries())
      if (isInTime || index === rates.length - 1)
        isInTime = await measure(servers, calls, { perSecond, seconds })
    if (options.postgresProcesses === 0) await measureSelfies(servers)
  } finally {
    await servers.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
