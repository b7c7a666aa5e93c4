import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import type { BenchServers, Route } from './api/served.ts'

const rounds = 3
const loadOptions = { connections: 20, duration: 4 }

type Headers = Record<string, string>

/** Returns requests per second: the median of several rounds that alternate between both servers. */
async function compare({ ours, bare }: BenchServers, path: string, headers: Headers, bareHeaders = headers) {
  const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await measureRate(ours + path, headers))
    rates.bare.push(await measureRate(bare + path, bareHeaders))
  }
  return { ours: median(rates.ours), bare: median(rates.bare) }
}

async function measureRate(url: string, headers: Headers): Promise<number> {
  const result = await autocannon({ url, headers, ...loadOptions })
  const refused = result.non2xx - result['3xx']
  if (result.errors + refused > 0) throw new Error(`${url}: ${result.errors} errors, ${refused} refused`)
  return result.requests.average
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function print(name: string, rate: { ours: number; bare: number }, least?: number): void {
  const share = rate.ours / rate.bare
  const verdict =
    least === undefined ? '' : share >= least ? `  (at least ${least}: yes)` : `  (at least ${least}: NO)`
  const formatRate = (each: number) => `${Math.round(each).toLocaleString('en').padStart(7)}/s`
  console.log(
    `${name.padEnd(38)} ${formatRate(rate.ours)}  bare ${formatRate(rate.bare)}  ${share.toFixed(2)}${verdict}`,
  )
}

async function measure(
  served: BenchServers,
  { name, path, token, minThroughputShare }: Route,
): Promise<void> {
  const headers: Headers = { host: 'one.test', ...(token && { authorization: `Bearer ${token}` }) }
  print(name, await compare(served, path, headers), minThroughputShare)
  const compressedHeaders = { ...headers, 'accept-encoding': 'br' }
  print(`${name}, brotli (the bare one is not)`, await compare(served, path, compressedHeaders, headers))
  const first = await fetch(served.ours + path, { headers: compressedHeaders })
  await first.arrayBuffer()
  const conditionalHeaders = { ...compressedHeaders, 'if-none-match': first.headers.get('etag') ?? '' }
  print(`${name}, unchanged since (304)`, await compare(served, path, conditionalHeaders, headers))
}

/**
 * Compares the requests per second of each hot route with a bare Fastify route that sends the same object, in the same process
 * and run.
 */
export async function run(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'api/served.ts'), { execArgv: ['--import', 'tsx'] })
  const [served] = (await once(child, 'message')) as [BenchServers]
  for (const route of served.routes) await measure(served, route)
  child.kill()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
