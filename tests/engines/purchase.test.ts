import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { unzip } from '../support/data/unzip.ts'
import { onPhone, type Phone } from './phone.ts'
import {
  agree,
  buttonBeginning,
  chooseSelfie,
  expectDatabaseAnswers,
  fillCheckout,
  installWorker,
  myPath,
  payAtBank,
  payButton,
} from './steps.ts'
import { demoFile, testServer } from './test-server.ts'
import { named, say, textBeginning } from './words.ts'

const hashFile = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Hashes of all pictures of the event's folder. */
async function originals(): Promise<Set<string>> {
  const names = await readdir(demoFile('photos-a'))
  const bytes = await Promise.all(names.map((name) => readFile(demoFile(`photos-a/${name}`))))
  return new Set(bytes.map(hashFile))
}

/** Checks one file of the paid order, then all of them as an archive, byte for byte. */
async function expectFiles(phone: Phone): Promise<void> {
  const known = await originals()
  await phone.press(buttonBeginning(textBeginning('orders.file.save')))
  const photo = await phone.downloaded(/\.jpe?g$/i, (bytes) => {
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(known).toContain(hashFile(bytes))
    return hashFile(bytes)
  })
  await phone.press(buttonBeginning(say('orders.archive.download')))
  const files = await phone.downloaded(/\.zip$/i, unzip)
  const hashes = [...files.values()].map(hashFile)
  expect(hashes.length).toBeGreaterThan(3)
  expect(hashes).toContain(photo)
  for (const hash of hashes) expect(known).toContain(hash)
}

test(
  'from an uploaded selfie to the files: results, cart, checkout, bank, one photo and the archive',
  onPhone({}, async (phone) => {
    await agree(phone)
    await chooseSelfie(phone)
    await phone.arrives(myPath)
    await phone.see({ role: 'list', name: named(say('search.wall')) })
    await fillCheckout(phone)
    await phone.press(payButton)
    await payAtBank(phone)
    await expectFiles(phone)
  }),
)

test(
  'a checkout that was scrolled and left for the bank lets the paid order read the database and give its files',
  onPhone({ height: 664 }, async (phone) => {
    await phone.visit('/')
    await installWorker(phone)
    await phone.visit(`/search/${testServer.eventId}/128`)
    await fillCheckout(phone)
    await phone.until(() => {
      scrollBy({ top: 60, behavior: 'instant' })
      return scrollY > 0
    })
    await phone.press(payButton)
    await payAtBank(phone)
    await expectDatabaseAnswers(phone)
    await expectFiles(phone)
  }),
)
