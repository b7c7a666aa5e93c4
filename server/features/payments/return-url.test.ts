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

/** Addresses that browsers or careless parsers take for the shop's, for no address at all, or for a script. */
const elsewhere = [
  'https://evil.example/',
  'https://evil.example/?next=https://photos.example/',
  'https://evil.example/#https://photos.example/',
  'https://evil.example/photos.example',
  'https://evil.example\\photos.example',
  'https://evil.example%2F@photos.example/',
  '//evil.example/',
  '///evil.example/',
  '////evil.example/',
  '\\\\evil.example/',
  '/\\evil.example/',
  '/order-complete',
  'order-complete',
  '?next=https://photos.example/',
  'https:photos.example@evil.example/',
  'https://photos.example@evil.example/',
  'https://photos.example:80@evil.example/',
  'https://photos.example%40evil.example/',
  'https://user@photos.example/',
  'https://user:secret@photos.example/',
  'https://photos.example.evil.example/',
  'https://evilphotos.example/',
  'https://photos.example\\@evil.example/',
  'https://photos.example\\.evil.example/',
  'https://photos.example%00.evil.example/',
  'https://photos.example%2eevil.example/',
  'https://photos。example.evil.example/',
  'https://xn--photos-.example/',
  'https://*/',
  'https://[photos.example]/',
  'https://phоtos.example/',
  'http://localhost.evil.example:8080/',
  'http://localhost:8080@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://photos.example/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,photos.example',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://photos.example/1',
  'filesystem:https://photos.example/temporary/1',
  'file://photos.example/etc/passwd',
  'ftp://photos.example/',
  'ws://photos.example/',
  'intent://photos.example/#Intent;scheme=https;end',
  'about:blank',
  '',
  ' ',
]

it('has at least thirty ways around the list of hosts', () =>
  expect(new Set(elsewhere).size).toBeGreaterThanOrEqual(30))

it.each(elsewhere)('sends the buyer nowhere else: %s', (address) =>
  expect(mayReturnTo(shop, address)).toBe(false),
)
