import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { unzip } from '../support/data/unzip.ts'
import { type Phone, withPhone } from './phone.ts'
import {
  chooseSelfie,
  expectDatabaseAnswers,
  fillCheckout,
  installWorker,
  openCamera,
  ownPhotosPath,
  payAtBank,
  payButton,
  toButtonStartingWith,
} from './steps.ts'
import { demoFile, testServer } from './test-server.ts'
import { formatText, getTextBeginning, matchExactly } from './texts.ts'

const hashFile = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Hashes of all pictures of the event's folder. */
async function hashOriginals(): Promise<Set<string>> {
  const names = await readdir(demoFile('photos-a'))
  const bytes = await Promise.all(names.map((name) => readFile(demoFile(`photos-a/${name}`))))
  return new Set(bytes.map(hashFile))
}

/** Checks one file of the paid order, then all of them as an archive, byte for byte. */
async function expectFiles(phone: Phone): Promise<void> {
  const originalHashes = await hashOriginals()
  await phone.press(toButtonStartingWith(getTextBeginning('orders.file.save')))
  const photo = await phone.waitForDownload(/\.jpe?g$/i, (bytes) => {
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(originalHashes).toContain(hashFile(bytes))
    return hashFile(bytes)
  })
  await phone.press(toButtonStartingWith(formatText('orders.archive.download')))
  const files = await phone.waitForDownload(/\.zip$/i, unzip)
  const hashes = [...files.values()].map(hashFile)
  expect(hashes.length).toBeGreaterThan(3)
  expect(hashes).toContain(photo)
  for (const hash of hashes) expect(originalHashes).toContain(hash)
}

test(
  'from an uploaded selfie to the files: results, cart, checkout, bank, one photo and the archive',
  withPhone({}, async (phone) => {
    await openCamera(phone)
    await chooseSelfie(phone)
    await phone.waitForPath(ownPhotosPath)
    await phone.waitForElement({ role: 'list', name: matchExactly(formatText('search.wall')) })
    await fillCheckout(phone)
    await phone.press(payButton)
    await payAtBank(phone)
    await expectFiles(phone)
  }),
)

test(
  'a checkout that was scrolled and left for the bank lets the paid order read the database and give its files',
  withPhone({ height: 664 }, async (phone) => {
    await phone.visit('/')
    await installWorker(phone)
    await phone.visit(`/search/${testServer.eventId}/128`)
    await fillCheckout(phone)
    await phone.waitFor(() => {
      scrollBy({ top: 60, behavior: 'instant' })
      return scrollY > 0
    })
    await phone.press(payButton)
    await payAtBank(phone)
    await expectDatabaseAnswers(phone)
    await expectFiles(phone)
  }),
)
