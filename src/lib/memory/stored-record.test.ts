import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SelfieRecord, StoredFile } from './records.ts'
import { readKept } from './stored-record.ts'

const Runner = z.object({ names: z.array(z.string()), bib: z.nullable(z.string()) })

/** Version 1 was a name, version 2 had a list of them, version 3 has a bib. */
const migrations = [
  (value: unknown) => ({ names: [value as string] }),
  (value: unknown) => ({ ...(value as object), bib: null }),
]

test('converts a record of any older version to the current shape', () => {
  const today = { names: ['Ольга'], bib: null }
  expect(readKept(Runner, migrations, { version: 1, value: 'Ольга' })).toEqual(today)
  expect(readKept(Runner, migrations, { version: 2, value: { names: ['Ольга'] } })).toEqual(today)
  expect(readKept(Runner, migrations, { version: 3, value: today })).toEqual(today)
})

test('reads a newer build’s record as far as it fits', () => {
  const newer = { names: ['Ольга'], bib: '7', club: 'Run' }
  expect(readKept(Runner, migrations, { version: 9, value: newer })).toEqual({ names: ['Ольга'], bib: '7' })
})

test('a record that does not fit or fails to convert reads as absent', () => {
  expect(readKept(Runner, migrations, undefined)).toBeUndefined()
  expect(readKept(Runner, migrations, { version: 3, value: { names: 'Ольга' } })).toBeUndefined()
  const breaking = [
    () => {
      throw new Error('not this one')
    },
  ]
  expect(readKept(Runner, breaking, { version: 1, value: 'Ольга' })).toBeUndefined()
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
  expect(readKept(SelfieRecord, [], { version: 1, value: selfie }, bytes)).toEqual({ ...selfie, bytes })
  const blob = new Blob(['abc']) as unknown as ArrayBuffer
  expect(readKept(SelfieRecord, [], { version: 1, value: selfie }, blob)).toBeUndefined()
})

test('a selfie may lack its bytes after it was answered, a stored file never', () => {
  expect(readKept(SelfieRecord, [], { version: 1, value: { ...selfie, stage: 'answered' } })).toBeDefined()
  const file = {
    orderId: 'o',
    fileKey: 'f',
    fileName: 'a.jpg',
    mime: 'image/jpeg',
    sha256: '00',
    sizeInBytes: 3,
    keptOn: 1,
  }
  expect(readKept(StoredFile, [], { version: 1, value: file })).toBeUndefined()
})
