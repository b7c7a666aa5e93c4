import { expect, it } from 'vitest'
import type { Tenant } from '../../platform/context.ts'
import { mayReturnTo } from './return-url.ts'

const shop = {
  origin: 'http://localhost:8080',
  tenant: { hosts: ['localhost', 'photos.example', '*'] } as unknown as Tenant,
}

it.each(['http://localhost:8080/order-complete?orderId=1', 'https://photos.example/order-complete'])(
  'lets the buyer return to the shop: %s',
  (address) => expect(mayReturnTo(shop, address)).toBe(true),
)

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/order-complete',
  'javascript:alert(1)',
  'https://photos.example@evil.example/',
  'https://user@photos.example/',
  'https://photos.example.evil.example/',
  'https://photos.example\\@evil.example/',
  'java\tscript:alert(1)',
  'https://*/',
  'ftp://photos.example/',
  'data:text/html,photos.example',
  '',
])('sends the buyer nowhere else: %s', (address) => expect(mayReturnTo(shop, address)).toBe(false))
