// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import { kvStore } from '../../lib/memory/index.ts'
import { getDeviceKey } from './device.ts'
import { mirrorCountKey } from './mirrored.ts'
import { restoreLost } from './restore-lost.ts'

installFakeDatabase()

test('a killed browser that has lost the device key uses its second copy, and restores nothing else', async () => {
  await kvStore.change('deviceKey', () => '"the-former-key"')
  await kvStore.change('appLanguage', () => 'es')
  localStorage.setItem(mirrorCountKey, '7')
  await restoreLost()
  expect(getDeviceKey()).toBe('the-former-key')
  expect(localStorage.getItem('appLanguage')).toBeNull()
})
