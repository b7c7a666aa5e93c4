import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { createLogger } from '../../server/platform/log.ts'

const server = process.env.MONEY_DATABASE_URL

it.skipIf(!server)(
  'refuses a PostgreSQL that acknowledges what it has not written, unless told',
  async () => {
    const name = `unsafe_${randomBytes(6).toString('hex')}`
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(`create database ${name}`)
    const url = new URL(server ?? '')
    url.pathname = `/${name}`
    const open = (allowUnsafeDatabase: boolean) =>
      openDatabase({ databaseUrl: url.href, dataDir: '', allowUnsafeDatabase, log: createLogger('silent') })
    await (await open(false)).close()
    await client.query(`alter database ${name} set synchronous_commit = off`)
    await expect(open(false)).rejects.toThrow(/synchronous_commit off.*ALLOW_UNSAFE_DATABASE=1/)
    await (await open(true)).close()
    await client.query(`drop database ${name}`)
    await client.end()
  },
)
