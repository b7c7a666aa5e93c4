import { describe, expect, test } from 'vitest'
import { type Exception, findOffences, formatReport, isGateFile, type Offence, rules } from './test-rules.ts'

const findRules = (code: string) => findOffences('src/a.test.ts', code).map(({ rule }) => rule)

const refusedExamples: readonly (readonly [rule: keyof typeof rules, code: string])[] = [
  ['fixed wait', 'await page.waitForTimeout(500)'],
  ['real timer', 'setTimeout(run, 100)'],
  ['real timer', 'await new Promise((resolve) => window.setTimeout(resolve))'],
  ['real timer', 'await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))'],
  ['real timer', 'const sleep = promisify(setTimeout)'],
  ['real timer', 'const growth = setInterval(grow, 100)'],
  ['real timer', "import { setTimeout as sleep } from 'node:timers/promises'"],
  ['real timer', "import { scheduler } from 'timers/promises'"],
  ['real timer', "import timers from 'node:timers/promises'"],
  ['measured time', 'const started = performance.now()'],
  ['measured time', 'const started = process.hrtime.bigint()'],
  ['measured time', 'expect(end - Date.now()).toBe(0)'],
  ['measured time', 'while (Date.now() < endsOn) look()'],
  ['measured time', 'expect(sentOn).toBeGreaterThanOrEqual(Date.now())'],
  ['measured time', 'const before = Date.now()\nexpect(sentOn).toBeLessThan(before + 5)'],
  ['measured time', 'const started = Date.now()\nconst took = Date.now() - started'],
  ['probed port', "import { freePort } from '../support/free-port.ts'"],
  [
    'probed port',
    `async function anyPort() {
      const probe = createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      const { port } = probe.address()
      probe.close()
      return port
    }`,
  ],
  [
    'probed port',
    `const anyPort = () => new Promise((resolve) => {
      probe.listen(0, () => {
        const address = probe.address()
        probe.close(() => resolve(address.port))
      })
    })`,
  ],
  ['installed package', "execFileSync('apt-get', ['install', 'firefox-esr'])"],
  ['installed package', 'run(`apt-get install ${name}`)'],
]

test.each(refusedExamples)('refuses “%s” in %s', (rule, code) => {
  expect(findRules(code)).toEqual([rule])
})

test('each rule has a refused example', () => {
  expect(new Set(refusedExamples.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)))
})

test.each([
  '// waits with setTimeout(run, 100)',
  "const text = 'setTimeout(run, 100) and waitForTimeout(1)'",
  'test.setTimeout(120_000)',
  "vi.useFakeTimers({ toFake: ['setTimeout'] })\nsetTimeout(run, 100)\nvi.setSystemTime(Date.now() - start)",
  "import { setImmediate } from 'node:timers/promises'",
  'await new Promise((resolve) => setImmediate(resolve))',
  "vi.spyOn(performance, 'now').mockReturnValue(5)",
  'const expiresOn = Date.now() + 60_000',
  'const startsOn = Date.now() - 3 * dayInMs',
  'const startsOn = new Date(Date.now() - 60_000)',
  "server.listen(0, '127.0.0.1')\nconst { port } = server.address()",
  `async function open() {
    const server = createServer().listen(0)
    await once(server, 'listening')
    return { port: server.address().port, close: () => server.close() }
  }`,
  '// apt-get is never called',
])('accepts %s', (code) => {
  expect(findRules(code)).toEqual([])
})

test('names the line and the code', () => {
  expect(findOffences('src/a.test.ts', '\nif (isSlow)\n  setTimeout(run, 1)')).toEqual([
    { path: 'src/a.test.ts', line: 3, rule: 'real timer', code: 'setTimeout' },
  ])
})

test('files of npm test are checked, those of other runs are not', () => {
  const core = "test('buys', { tag: '@core' }, buy)"
  for (const path of [
    'src/ui/A.test.tsx',
    'tests/api/cli.test.ts',
    'tests/support/server/shop.ts',
    'tests/support/browser/render-part.tsx',
    'tests/money/load-test.ts',
    'tests/abuse/carts.test.ts',
  ])
    expect(isGateFile(path, '')).toBe(true)
  expect(isGateFile('tests/journeys/test-server.ts', '')).toBe(true)
  expect(isGateFile('tests/journeys/pay.spec.ts', core)).toBe(true)
  expect(isGateFile('tests/journeys/crawl.spec.ts', '')).toBe(false)
  for (const path of ['tests/engines/album.test.ts', 'tests/abuse/outage.test.ts', 'src/ui/A.tsx'])
    expect(isGateFile(path, core)).toBe(false)
})

describe('exceptions', () => {
  const offences: Offence[] = [
    { path: 'a.test.ts', line: 1, rule: 'real timer', code: 'setTimeout' },
    { path: 'a.test.ts', line: 9, rule: 'real timer', code: 'setTimeout' },
  ]
  const exception = (count: number): Exception => ({
    path: 'a.test.ts',
    rule: 'real timer',
    count,
    reason: 'a reason',
  })

  test('accept the stated number', () => {
    expect(formatReport(offences, [exception(2)])).toEqual([])
  })

  test('do not accept a larger number', () => {
    expect(formatReport(offences, [exception(1)])).toEqual([
      expect.stringContaining('a.test.ts:1 real timer: setTimeout'),
      expect.stringContaining('a.test.ts:9 real timer: setTimeout'),
    ])
  })

  test('fail when they are stale', () => {
    expect(formatReport(offences, [exception(3)])).toEqual([expect.stringContaining('allows 3: lower it')])
    expect(formatReport([], [exception(1)])).toEqual([expect.stringContaining('is there 0 times')])
  })

  test('accept only their rule', () => {
    expect(formatReport(offences, [{ ...exception(2), rule: 'measured time' }])).toHaveLength(3)
  })
})
