import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { createCart, getCart } from '../../contract/cart.ts'
import { readHolder } from '../../server/platform/db/lock/lock.ts'
import { buildMp4 } from '../support/data/mp4.ts'
import { type BuiltServer, openBuiltServer } from '../support/processes/built-server.ts'

// These tests start processes of the built server.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: BuiltServer
beforeAll(async () => {
  server = await openBuiltServer()
})
afterAll(() => server.close())

it('completes videos ingested without ffmpeg when a server starts with it', async () => {
  const [videos, ffmpeg] = [join(server.root, 'videos'), join(server.root, 'ffmpeg')]
  mkdirSync(videos)
  writeFileSync(join(videos, '128.mp4'), buildMp4())
  const { lines } = await server.runCommand('event', 'create', '--title', 'Filmed')
  const ingested = await server.runCommand('ingest', videos, '--event', String(lines.at(-1)))
  expect(ingested.exitCode).toBe(0)
  expect(ingested.lines.join('\n')).toContain('no preview')
  writeFileSync(
    ffmpeg,
    `#!/bin/sh
for last; do :; done
case "$*" in
  -version) exit 0 ;;
  *image2pipe*) exec /bin/cat "${join(server.root, 'photos', 'andrei.jpg')}" ;;
  *) printf 'the clip' > "$last" ;;
esac
`,
  )
  chmodSync(ffmpeg, 0o755)
  await server.stop()
  await server.start({ FFMPEG_PATH: ffmpeg })
  const hasPreview = () =>
    readdirSync(join(server.dataDir, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^media[/\\][^/\\]+[/\\][\w-]+$/.test(name))
      .some((name) => readFileSync(join(server.dataDir, 'objects', name)).includes('the clip'))
  await vi.waitUntil(hasPreview, { timeout: 60_000, interval: 100 })
})

it('answers a call that has begun before SIGTERM, takes no other, and ends with 0', async () => {
  await server.stop()
  await server.start()
  const port = server.getPort()
  // neither a connection without a request nor one with half a request holds the server up
  for (const text of ['', 'GET / HTTP/1.1\r\nHost: one']) {
    const idle = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(idle, 'connect')
    idle.write(text)
  }
  const shoppingCartId = randomUUID()
  const body = JSON.stringify({ shoppingCartId })
  // as reverse proxies do, the client keeps its connection open
  const client = connect(port, '127.0.0.1')
  const received: string[] = []
  client.setEncoding('utf8').on('data', (part: string) => received.push(part))
  const closed = once(client, 'close')
  const head = [
    `POST ${buildPath(createCart)} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  client.write(`${head.join('\r\n')}\r\n\r\n`)
  await vi.waitUntil(() => received.join('').includes('100 Continue'), { timeout: 60_000 })
  client.write(body.slice(0, 5))

  const stopped = server.stop()
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const other = connect(port, '127.0.0.1')
      other
        .once('error', () => resolve(true))
        .once('connect', () => {
          other.destroy()
          resolve(false)
        })
    })
  await vi.waitUntil(isRefused, { timeout: 60_000, interval: 20 })
  client.write(body.slice(5))
  await closed
  const answer = received.join('').replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain(shoppingCartId)
  expect(await stopped).toBe(0)
  expect(readHolder(server.dataDir)).toBeUndefined()

  await server.start()
  const url = new URL(buildPath(getCart, { shoppingCartId }), `http://127.0.0.1:${server.getPort()}`)
  expect((await fetch(url)).status).toBe(200)
})

it('runs a command line through a running server, and alone without one', async () => {
  const created = await server.runCli('event', 'create', '--title', 'Забег', '--external-id', 'autumn')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(/^[\w-]{22}\n$/)
  const eventId = created.out.trim()
  writeFileSync(join(server.root, 'list.csv'), 'bib,surname,name\n128,Ковалёв,Андрей\n')
  await server.runCommand('start-list', 'import', 'list.csv', '--event', eventId)
  const ingest = ['ingest', 'photos', '--event', eventId]
  expect(await server.runCommand(...ingest)).toMatchObject({ exitCode: 0 })

  await server.stop()
  expect(readHolder(server.dataDir)).toBeUndefined()
  const eventDetails = await server.runCli('event', 'show', eventId, '--json')
  expect(eventDetails).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(eventDetails.out)).toMatchObject({ title: 'Забег', photos: 1, runners: 1 })
  const secondIngest = await server.runCli(...ingest.with(1, join(server.root, 'photos')))
  expect(secondIngest).toMatchObject({ code: 0, out: '0 new, 1 already there\n' })
})
