import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runRemotely } from '../../server/cli/channel-client.ts'
import { openChannel } from '../../server/cli/channel-server.ts'
import { CommandFailure, describeFailure } from '../../server/cli/failures.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { readHolder, takeLock } from '../../server/platform/db/lock/lock.ts'
import { createLogger } from '../../server/platform/log.ts'
import { buildCommandParts, runTestCommand } from '../support/server/commands.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await openShop()
  folder = mkdtempSync(join(tmpdir(), 'photofinish-reports-'))
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

async function importRunners(...lines: string[]): Promise<string[]> {
  const event = await createEventOnSale(shop)
  const file = join(folder, 'runners.csv')
  writeFileSync(file, ['bib,surname,name', ...lines].join('\n'))
  const result = await runTestCommand(shop, 'start-list', 'import', file, '--event', event.id)
  return [...result.lines]
}

it('counts runners and bad lines in the singular and the plural', async () => {
  expect(await importRunners('1,Ковалёв,Андрей')).toContain('1 runner imported')
  expect(await importRunners('1,Ковалёв,Андрей', '2,Орлова,Ольга', '?,,')).toContain(
    '2 runners imported, 1 bad line left out',
  )
})

it('counts faces, selfies and photos likewise', async () => {
  const event = await createEventOnSale(shop)
  expect((await runTestCommand(shop, 'faces', 'erase', '--event', event.id)).lines[0]).toBe(
    'Deleted: 0 faces in photos, 0 selfies',
  )
  await createStoredPhoto(shop, event, {})
  const preorderOpening = runTestCommand(shop, 'preorder', 'open', '--event', event.id, '--percent', '20')
  await expect(preorderOpening).rejects.toThrow('The event has 1 photo already')
  const { lines } = await runTestCommand(shop, 'event', 'list')
  expect(lines.find((line) => line.includes(event.id))).toMatch(/ {2}1 photo {2,}/)
})

it('names the sums of an impossible refund as money', async () => {
  const event = await createEventOnSale(shop)
  const { invoiceId } = await placePaidOrder(shop, await createReadyCart(shop, event))
  const refund = (amount: number) => refundInvoice(shop.context(), invoiceId, { amount, note: '' })
  await refund(38_970)
  await expect(refund(40)).rejects.toThrow('Only 0.30\u00a0₽ of 390.00\u00a0₽ can still be refunded')
  await refund(30)
  await expect(refund(1)).rejects.toThrow('All of 390.00\u00a0₽ has been refunded')
})

it('names a failed statement without its values, in the own process and through a server', async () => {
  const event = await createEventOnSale(shop)
  const file = join(folder, 'canary.csv')
  writeFileSync(file, 'bib,surname,name\n128,Canaryova,Canarina')
  const argv = ['start-list', 'import', file, '--event', event.id]
  const lockFolder = mkdtempSync(join(folder, 'lock-'))
  const lock = await takeLock(lockFolder)
  const channel = await openChannel(buildCommandParts(shop), lock, createLogger('silent'))
  const { adminPort = 0, adminToken = '' } = readHolder(lockFolder) ?? {}
  const { db } = shop.services
  const toError = (reason: unknown) => reason
  await db.execute(sql`alter table competitors add constraint no_runners check (false) not valid`)
  try {
    const ownError = await runTestCommand(shop, ...argv).catch(toError)
    expect(String(ownError)).toContain('Canaryova')
    const silentReport = { note: () => {}, progress: () => {} }
    const remoteError = await runRemotely(
      { adminPort, adminToken },
      [...argv, '--tenant', 'one'],
      folder,
      silentReport,
      new AbortController().signal,
    ).catch(toError)
    expect(remoteError).toBeInstanceOf(CommandFailure)
    for (const text of [describeFailure(ownError), describeFailure(remoteError)]) {
      expect(text).toMatch(/^DrizzleQueryError: Failed query; cause: .* 23514: .*no_runners/)
      expect(text).not.toMatch(/canar/i)
    }
  } finally {
    await db.execute(sql`alter table competitors drop constraint no_runners`)
    await channel.close()
    lock.release()
  }
})
