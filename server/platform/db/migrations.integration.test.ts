import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findPostgres, openCluster } from '../../../scripts/postgres/cluster.ts'
import { createLogger } from '../log.ts'
import { openDatabase } from './connect.ts'

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
})
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public')
})
afterAll(() => database.close())

/** Applies the migrations in the range [from, to), by the number that their names begin with. */
async function migrate(from: number, to = files.length): Promise<void> {
  for (const name of files.slice(from, to)) await database.exec(readFileSync(join(folder, name), 'utf8'))
}

/** Inserts a row and fills missing required columns with a zero of their type. */
async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const { rows: columns } = await database.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  const zeroByType: Record<string, unknown> = {
    text: '',
    integer: 0,
    bigint: 0,
    real: 0,
    boolean: false,
    bytea: new Uint8Array(),
    jsonb: '{}',
    'timestamp with time zone': '2026-09-12T15:00:00Z',
  }
  const missing = columns.map(({ name, type }) => [name, zeroByType[type]])
  const complete: Record<string, unknown> = { ...Object.fromEntries(missing), ...row }
  const names = Object.keys(complete)
  await database.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(complete),
  )
}

it('gives the photos of an earlier release the share of their largest face', async () => {
  await migrate(0, 3)
  await insert('photos', { id: 'crowd', sha256: 'a', width: 1600, height: 1000 })
  await insert('photos', { id: 'road', sha256: 'b', width: 1600, height: 1000 })
  await insert('faces', { id: 'near', photo_id: 'crowd', height: 250 })
  await insert('faces', { id: 'far', photo_id: 'crowd', height: 40 })
  await migrate(3)
  const { rows } = await database.query('select id, face_share from photos order by id')
  expect(rows).toEqual([
    { id: 'crowd', face_share: 0.25 },
    { id: 'road', face_share: 0 },
  ])
})

it('keeps the previews of videos of an earlier release', async () => {
  await migrate(0, 4)
  await insert('videos', { id: 'finish', preview_key: 'media/one/preview' })
  await migrate(4)
  await insert('videos', { id: 'start', sha256: 'b', preview_key: null })
  const { rows } = await database.query('select id, preview_key from videos order by id')
  expect(rows).toEqual([
    { id: 'finish', preview_key: 'media/one/preview' },
    { id: 'start', preview_key: null },
  ])
})

it('leaves links by selfie of an earlier release to their owners, and those by number without one', async () => {
  await migrate(0, 7)
  await insert('photo_shares', { id: 'a', subject: 'face:p1' })
  await insert('photo_shares', { id: 'b', subject: 'number:128' })
  await migrate(7)
  const { rows } = await database.query('select id, owner from photo_shares order by id')
  expect(rows).toEqual([
    { id: 'a', owner: 'face:p1' },
    { id: 'b', owner: null },
  ])
})

it('leaves carts and orders of an earlier release without a device', async () => {
  await migrate(0, 8)
  await insert('carts', { id: 'open', state: 'Updated', email: 'anna.s@mail.example' })
  await insert('carts', { id: 'ordered', state: 'Processed', order_id: 'o' })
  await insert('orders', { id: 'o', email: 'anna.s@mail.example' })
  await migrate(8)
  const { rows: orders } = await database.query('select id, email, device_hash from orders')
  expect(orders).toEqual([{ id: 'o', email: 'anna.s@mail.example', device_hash: null }])
  const { rows } = await database.query('select id, email, order_id, device_hash from carts order by id')
  expect(rows).toEqual([
    { id: 'open', email: 'anna.s@mail.example', order_id: null, device_hash: null },
    { id: 'ordered', email: null, order_id: 'o', device_hash: null },
  ])
})

it('lets the id open orders of an earlier release and of a build that is put back', async () => {
  await migrate(0, 11)
  await insert('orders', { id: 'a', number: '1', cart_id: 'a', device_hash: 'd' })
  await migrate(11)
  await insert('orders', { id: 'b', number: '2', cart_id: 'b', device_hash: 'd' })
  const { rows } = await database.query('select id, device_hash, access from orders order by id')
  expect(rows).toEqual([
    { id: 'a', device_hash: 'd', access: 'Open' },
    { id: 'b', device_hash: 'd', access: 'Open' },
  ])
})

it('gives the embeddings of an earlier release, and of a build that is put back, to the default model', async () => {
  const embedding = Buffer.from([1, 2, 3, 4])
  await migrate(0, 17)
  await insert('faces', { id: 'before', photo_id: 'p', embedding })
  await insert('face_versions', { event_id: 'e', version: 5 })
  await insert('selfies', { id: 'before', embedding })
  await migrate(17)
  await insert('faces', { id: 'later', photo_id: 'p', embedding })
  const model = 'face-api-ssd+face-api-resnet'
  const { rows: faces } = await database.query('select id, model, embedding from faces order by id')
  expect(faces).toEqual(
    ['before', 'later'].map((id) => ({ id, model, embedding: new Uint8Array(embedding) })),
  )
  const { rows: versions } = await database.query('select event_id, version, model from face_versions')
  expect(versions).toEqual([{ event_id: 'e', version: 5, model }])
  const { rows: selfies } = await database.query('select id, model from selfies')
  expect(selfies).toEqual([{ id: 'before', model }])
})

const postgres = findPostgres()

it.skipIf(postgres === undefined)(
  'processes that start together on an empty PostgreSQL migrate it once',
  async () => {
    const cluster = await openCluster(postgres ?? '')
    try {
      const options = { databaseUrl: cluster.url, dataDir: '', allowUnsafeDatabase: true }
      const outcomes = await Promise.allSettled(
        [1, 2, 3, 4].map(() => openDatabase({ ...options, log: createLogger('silent') })),
      )
      const databases = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const applied = await databases[0]?.db.execute(
        'select count(*)::int as count from drizzle.__drizzle_migrations',
      )
      for (const opened of databases) await opened.close()
      expect(outcomes.map(({ status }) => status)).toEqual(Array.from(outcomes, () => 'fulfilled'))
      expect(applied?.rows).toEqual([{ count: files.length }])
    } finally {
      await cluster.close()
    }
  },
)
