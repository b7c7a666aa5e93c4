import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyTestDatabase, openTestDatabase } from '../../../tests/support/server/database.ts'
import { DependencyUnavailable, findUnavailableCode } from '../unavailable.ts'
import { connectToEmbedded, type Database } from './connect.ts'
import { openInThread } from './database-thread.ts'
import { joinMessages, splitMessages } from './protocol-messages.ts'
import { type SharedSession, shareSession } from './shared-session.ts'

let folder: string
beforeAll(async () => {
  folder = await copyTestDatabase(mkdtempSync(join(tmpdir(), 'photofinish-session-')))
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

/** Encodes a statement without parameters as a message of a client. */
function toMessage(statement: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(`${statement}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeUInt32BE(4 + text.length, 1)
  return joinMessages([head, text])
}

/** Reads the fields of the rows in answers; null for NULL. */
function readFields(answers: Uint8Array): (string | null)[][] {
  const rows = splitMessages(answers).filter(([type]) => type === 'D'.charCodeAt(0))
  return rows.map((bytes) => {
    const row = Buffer.from(bytes)
    let start = 7
    return Array.from({ length: row.readUInt16BE(5) }, () => {
      const length = row.readInt32BE(start)
      start += 4 + Math.max(length, 0)
      return length < 0 ? null : row.toString('utf8', start - length, start)
    })
  })
}

describe('clients of a session', () => {
  let pglite: PGlite
  let session: SharedSession
  beforeAll(async () => {
    pglite = await PGlite.create(folder)
  })
  beforeEach(() => {
    session = shareSession(pglite)
  })
  afterAll(() => pglite.close())

  const ask = async (client: number, statement: string) =>
    readFields(await session.execute(client, toMessage(statement)))

  it('wait for the end of a transaction of another, which goes on', async () => {
    await ask(1, 'begin')
    const order: string[] = []
    const reading = ask(2, 'select count(*) from written').then((rows) => order.push(`read ${String(rows)}`))
    await ask(1, 'create table written (id text)').then(() => order.push('created'))
    await ask(1, 'commit').then(() => order.push('committed'))
    await reading
    expect(order).toEqual(['created', 'committed', 'read 0'])
    await ask(1, 'drop table written')
  })

  it('are answered after one that goes in the middle of its transaction, which is rolled back', async () => {
    await ask(1, 'begin')
    await ask(1, 'create table half_done (id text)')
    const reading = ask(2, "select to_regclass('half_done')::text")
    session.leave(1)
    expect(await reading).toEqual([[null]])
  })

  it('give up after half a minute of a transaction of another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const beginning = ask(1, 'begin')
    const refused = expect(ask(2, 'select 1')).rejects.toBeInstanceOf(DependencyUnavailable)
    await beginning
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await refused
    await ask(1, 'commit')
    expect(await ask(2, 'select 2')).toEqual([['2']])
  })
})

describe('a pool of clients', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('prepares a statement once, whichever clients send it', async () => {
    const double = async (value: number) =>
      (await database.db.execute<{ value: number }>(sql`select ${value}::integer * 2 as value`)).rows[0]
        ?.value
    const values = Array.from({ length: 60 }, (_, index) => index)
    expect(await Promise.all(values.map(double))).toEqual(values.map((value) => value * 2))
    const { rows } = await database.db.execute(
      sql`select count(*)::integer as count from pg_prepared_statements where statement like '%integer * 2%'`,
    )
    if (database.embedded) expect(rows).toEqual([{ count: 1 }])
  })
})

describe('a database in its own thread', () => {
  it('answers with rows and errors of any size', async () => {
    const database = await connectToEmbedded(await openInThread(folder))
    const sizes = [0, 1, 70_000, 3_000_000]
    for (const size of sizes) {
      const { rows } = await database.db.execute(
        sql`select repeat('a', ${size}::integer) as text, ${'b'} as other`,
      )
      expect(rows).toEqual([{ text: 'a'.repeat(size), other: 'b' }])
    }
    await expect(database.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({
      cause: { code: '22012', severity: 'ERROR' },
    })
    await database.close()
  })

  it('rejects the queries of a transaction after its end, and the process goes on', async () => {
    const session = await openInThread(folder)
    const database = await connectToEmbedded(session)
    const transaction = database.db.transaction(async (client) => {
      await client.execute(sql`select 1`)
      await session.close()
      await client.execute(sql`select 2`)
    })
    expect(await transaction.catch(findUnavailableCode)).toBe('ServiceUnavailable')
    expect(await database.db.execute(sql`select 3`).catch(findUnavailableCode)).toBe('ServiceUnavailable')
  })

  it('reports a folder that cannot be opened', async () => {
    await expect(openInThread(join(import.meta.filename, 'database'))).rejects.toThrow(
      /ENOTDIR|not a directory/i,
    )
  })
})
