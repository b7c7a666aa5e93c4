import { expect, it } from 'vitest'
import type { Config } from './platform/config.ts'
import type { Tenant } from './platform/context.ts'
import { listUnsafeSettings } from './unsafe-settings.ts'

const config = { host: '127.0.0.1', mail: {} } as Config
const createTenants = (...tenants: object[]) => ({ all: tenants as Tenant[] })
const listReceiptLines = (...tenants: object[]) =>
  listUnsafeSettings(config, createTenants(...tenants)).filter((line) => line.includes('fiscalReceipts'))

it('names the tenants that pay by YooKassa without data of cash receipts', () => {
  const fiscalReceipts = { taxSystem: 'simplifiedIncome', vat: 'none' }
  const lines = listReceiptLines(
    { name: 'one', bank: 'yookassa', fiscalReceipts },
    { name: 'two', bank: 'yookassa' },
    { name: 'three', bank: 'sandbox', external: 'yookassa' },
    { name: 'four', bank: 'stripe' },
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('these tenants: two, three')
  expect(listReceiptLines({ name: 'one', bank: 'yookassa', fiscalReceipts })).toEqual([])
})
