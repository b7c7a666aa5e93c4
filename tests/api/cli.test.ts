import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ChannelUnavailable, runRemotely } from '../../server/cli/channel-client.ts'
import { CommandFailure, UsageError } from '../../server/cli/failures.ts'
import { compose } from '../../server/compose.ts'
import { readHolder } from '../../server/platform/db/lock/lock.ts'
import { createLogger } from '../../server/platform/log.ts'
import { readConfig } from '../../server/read-config.ts'
import {
  type BuiltServer,
  neverAborted,
  openBuiltServer,
  silentReport,
} from '../support/processes/built-server.ts'
import { copyTestDatabase } from '../support/server/database.ts'

// These tests start processes of the built server.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: BuiltServer
beforeAll(async () => {
  server = await openBuiltServer()
})
afterAll(() => server.close())

it('releases the embedded database when a tenant cannot be used', async () => {
  const unusable = join(server.root, 'unusable')
  mkdirSync(unusable)
  await copyTestDatabase(unusable)
  // the demo tenants use the sandbox bank
  const config = readConfig({ DATA_DIR: unusable, SANDBOX_BANK: '0' })
  await expect(compose(config, createLogger('silent'))).rejects.toThrow(/sandbox bank/)
  expect(readHolder(unusable)).toBeUndefined()
})

it('accepts commands only from the owner, who can read the lock file', async () => {
  expect(statSync(join(server.dataDir, 'database.lock')).mode & 0o077).toBe(0)
  const wrongHolder = { ...server.getHolder(), adminToken: '0'.repeat(64) }
  await expect(
    runRemotely(wrongHolder, ['event', 'list'], server.root, silentReport, neverAborted),
  ).rejects.toBeInstanceOf(ChannelUnavailable)
})

it('reports errors as it does without a server', async () => {
  await expect(server.runCommand('event', 'show', 'unknown-event')).rejects.toThrow(CommandFailure)
  await expect(server.runCommand('event', 'create', '--title', 'X', '--date', '2026-02-30')).rejects.toThrow(
    UsageError,
  )
  await expect(server.runCommand('event', 'list', '--tenant', 'nobody')).rejects.toThrow(
    /There is no tenant "nobody"/,
  )
  await expect(server.runCommand('promo', 'create', 'CODE')).rejects.toThrow(
    'Give one of --percent, --fixed and --gift',
  )
  await expect(server.runCommand('ingest', 'nowhere', '--event', 'x')).rejects.toThrow(
    /There is no event "x"/,
  )
})

it('makes promo codes and lists them', async () => {
  await server.runCommand('event', 'create', '--title', 'Spring Run', '--external-id', 'spring')
  const create = ['promo', 'create', 'spring10', '--percent', '10', '--event', 'spring', '--limit', '5']
  expect(await server.runCommand(...create, '--until', '2026-12-31')).toMatchObject({ lines: ['SPRING10'] })
  await expect(server.runCommand(...create)).rejects.toThrow(/SPRING10 already/)
  await server.runCommand('promo', 'create', 'present', '--gift')
  const { json } = await server.runCommand('promo', 'list')
  expect(json).toMatchObject({
    promoCodes: [
      { code: 'PRESENT', kind: 'gift', usageLimit: 1 },
      { code: 'SPRING10', kind: 'percent', value: 10, usageLimit: 5, endsOn: '2026-12-31T21:00:00.000Z' },
    ],
  })
})

it('sets the picture of an event', async () => {
  const { lines } = await server.runCommand('event', 'create', '--title', 'With a picture')
  const event = String(lines.at(-1))
  const { json } = await server.runCommand('event', 'cover', 'photos/andrei.jpg', '--event', event)
  expect(json).toEqual({ eventId: event })
  writeFileSync(join(server.root, 'words.jpg'), 'no picture')
  await expect(server.runCommand('event', 'cover', 'words.jpg', '--event', event)).rejects.toThrow(
    /NotAnImage/,
  )
  await expect(server.runCommand('event', 'cover', 'nowhere.jpg', '--event', event)).rejects.toThrow(
    /cannot be read/,
  )
})

it('ends a watch on the server when the client ends, and still reports its result', async () => {
  const { lines } = await server.runCommand('event', 'create', '--title', 'Watched')
  const abortController = new AbortController()
  // The photo exists already: the watch ingests it and then waits.
  const report = {
    ...silentReport,
    progress: ({ added }: { added: number }) => added > 0 && abortController.abort(),
  }
  const argv = ['ingest', 'photos', '--event', String(lines.at(-1)), '--watch']
  const result = await runRemotely(server.getHolder(), argv, server.root, report, abortController.signal)
  expect(result).toMatchObject({ exitCode: 0, json: { added: 1, failed: [] } })
})

it('imports a start list and photos through a running server, with notes and progress', async () => {
  const created = await server.runCommand('event', 'create', '--title', 'Забег', '--title-en', 'Autumn Run')
  expect(created.lines).toEqual([expect.stringMatching(/^[\w-]{22}$/)])
  const eventId = String(created.lines[0])

  writeFileSync(join(server.root, 'list.csv'), 'bib,surname,name\n128,Ковалёв,Андрей\n,Безномерный,Олег\n')
  const notes: string[] = []
  const report = { ...silentReport, note: (text: string) => notes.push(text) }
  const list = await runRemotely(
    server.getHolder(),
    ['start-list', 'import', 'list.csv', '--event', 'autumn-run'],
    server.root,
    report,
    neverAborted,
  )
  expect(list).toMatchObject({ exitCode: 1, json: { imported: 1 } })
  expect(notes).toEqual(['line 3: no number'])

  const progress: number[] = []
  const ingest = ['ingest', 'photos', '--event', eventId]
  const progressReport = { ...silentReport, progress: ({ done }: { done: number }) => progress.push(done) }
  const ingested = await runRemotely(server.getHolder(), ingest, server.root, progressReport, neverAborted)
  expect(ingested).toMatchObject({
    exitCode: 0,
    lines: ['1 photo without a readable time', '1 new, 0 already there'],
  })
  expect(progress.at(-1)).toBe(1)
})
