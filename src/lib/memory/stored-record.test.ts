import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SelfieRecord, StoredFile } from './records.ts'
import { readStoredRecord } from './stored-record.ts'

const Runner = z.object({ names: z.array(z.string()), bib: z.nullable(z.string()) })

/** Version 1 was a name, version 2 had a list of them, version 3 has a bib. */
const migrations = [
  (value: unknown) => ({ names: [value as string] }),
  (value: unknown) => ({ ...(value as object), bib: null }),
]

test('converts a record of any older version to the current shape', () => {
  const current = { names: ['Ольга'], bib: null }
  expect(readStoredRecord(Runner, migrations, { version: 1, value: 'Ольга' })).toEqual(current)
  expect(readStoredRecord(Runner, migrations, { version: 2, value: { names: ['Ольга'] } })).toEqual(current)
  expect(readStoredRecord(Runner, migrations, { version: 3, value: current })).toEqual(current)
})

test('reads a newer build’s record as far as it fits', () => {
  const newer = { names: ['Ольга'], bib: '7', club: 'Run' }
  expect(readStoredRecord(Runner, migrations, { version: 9, value: newer })).toEqual({
    names: ['Ольга'],
    bib: '7',
  })
})

test('a record that does not fit or fails to convert reads as absent', () => {
  expect(readStoredRecord(Runner, migrations, undefined)).toBeUndefined()
  expect(readStoredRecord(Runner, migrations, { version: 3, value: { names: 'Ольга' } })).toBeUndefined()
  const failingMigrations = [
    () => {
      throw new Error('not this one')
    },
  ]
  expect(readStoredRecord(Runner, failingMigrations, { version: 1, value: 'Ольга' })).toBeUndefined()
})

const selfie = {
  id: 's',
  eventId: 'e',
  albumId: 'a',
  takenOn: 1,
  mime: 'image/jpeg',
  sha256: '00',
  sizeInBytes: 3,
  stage: 'saved',
}

test('reads bytes as bytes, for any type that a phone’s database returns', () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  expect(readStoredRecord(SelfieRecord, [], { version: 1, value: selfie }, bytes)).toEqual({
    ...selfie,
    bytes,
  })
  const blob = new Blob(['abc']) as unknown as ArrayBuffer
  expect(readStoredRecord(SelfieRecord, [], { version: 1, value: selfie }, blob)).toBeUndefined()
})

test('a selfie may lack its bytes after it was answered, a stored file never', () => {
  expect(
    readStoredRecord(SelfieRecord, [], { version: 1, value: { ...selfie, stage: 'answered' } }),
  ).toBeDefined()
  const file = {
    orderId: 'o',
    fileKey: 'f',
    fileName: 'a.jpg',
    mime: 'image/jpeg',
    sha256: '00',
    sizeInBytes: 3,
    keptOn: 1,
  }
  expect(readStoredRecord(StoredFile, [], { version: 1, value: file })).toBeUndefined()
})
