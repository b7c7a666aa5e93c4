import { expect, it } from 'vitest'
import { isPushService } from './gateway.ts'

it('accepts the push services of browser vendors', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QKuyZ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ',
  ])
    expect(isPushService(endpoint), endpoint).toBe(true)
})

it('rejects other addresses in any notation', () => {
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@169.254.169.254/',
    'https://user@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://evilpush.apple.com.example/',
    'https://push.apple.com.evil.example/',
    'https://notpush.services.mozilla.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])
    expect(isPushService(endpoint), endpoint).toBe(false)
})
