import { expect, it } from 'vitest'
import { createBanks } from './adapters/bank/index.ts'
import { readConfig } from './read-config.ts'

it('names every setting that cannot be used, also those of payment providers', () => {
  const settings = { PORT: 'http', STRIPE_API_URL: 'ftp://stripe.test', YOOKASSA_API_URL: 'yookassa' }
  expect(() => readConfig(settings)).toThrow(
    [
      'These settings cannot be used:',
      '  PORT=http should be a port number from 0 to 65535',
      '  STRIPE_API_URL=ftp://stripe.test should be an address like https://api.stripe.com',
      '  YOOKASSA_API_URL=yookassa should be an address like https://api.yookassa.ru/v3',
    ].join('\n'),
  )
})

it('leaves the values of secret settings out of its message', () => {
  const settings = {
    DATABASE_URL: 'mysql://shop:dolphin@db.test/shop',
    SMTP_URL: 'shop:dolphin@relay.test',
    METRICS_TOKEN: 'dolphin',
    SECRET_KEY: 'dolphin',
    PUBLIC_URL: 'photos.test',
  }
  expect(() => readConfig(settings)).toThrow(
    [
      'These settings cannot be used:',
      '  DATABASE_URL should be postgres://user:password@host:port/database',
      '  METRICS_TOKEN should be at least 16 characters',
      '  PUBLIC_URL=photos.test should be an address like https://photos.example.org',
      '  SMTP_URL should be smtp://user:password@host:port',
      '  SECRET_KEY should be at least 32 characters',
    ].join('\n'),
  )
})

it('opens the banks whose accounts are complete', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test' }
  const yookassa = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test' }
  const listNames = (bankVariables: Record<string, string>) =>
    createBanks({ bankVariables }).map(({ name }) => name)
  expect(listNames({ STRIPE_SECRET_KEY: 'sk_test', YOOKASSA_SHOP_ID: '100500' })).toEqual([])
  expect(listNames(yookassa)).toEqual(['yookassa'])
  expect(listNames({ ...yookassa, ...stripe })).toEqual(['stripe', 'yookassa'])
})
