import { expect, it } from 'vitest'
import type { Config } from './platform/config.ts'
import type { Tenant } from './platform/context.ts'
import { listUnsafeSettings } from './unsafe-settings.ts'

const config = { host: '127.0.0.1', mail: {} } as Config
const toTenants = (...tenants: object[]) => ({ all: tenants as Tenant[] })
const receiptLines = (...tenants: object[]) =>
  listUnsafeSettings(config, toTenants(...tenants)).filter((line) => line.includes('fiscalReceipts'))

it('names the tenants that pay by YooKassa without data of cash receipts', () => {
  const fiscalReceipts = { taxSystem: 'simplifiedIncome', vat: 'none' }
  const lines = receiptLines(
    { name: 'one', bank: 'yookassa', fiscalReceipts },
    { name: 'two', bank: 'yookassa' },
    { name: 'three', bank: 'sandbox', external: 'yookassa' },
    { name: 'four', bank: 'stripe' },
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('these tenants: two, three')
  expect(receiptLines({ name: 'one', bank: 'yookassa', fiscalReceipts })).toEqual([])
})
