import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readHolder } from '../../server/platform/db/lock.ts'
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
