// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import { kvStore } from '../../lib/memory/index.ts'
import { device } from './device.ts'
import { startMirror } from './mirror.ts'

installFakeDatabase()

test('an entry that is written while the second copies are made is copied as it is then', async () => {
  localStorage.setItem('appLanguage', 'en')
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...[value, key]
  ) {
    spy.mockRestore()
    const request = this.put(value, key)
    if (key === 'facts/appLanguage') device.appLanguage.write('es')
    return request
  })
  await startMirror()
  await vi.waitFor(async () => expect(await kvStore.get('appLanguage')).toBe('es'))
  expect(localStorage.getItem('appLanguage')).toBe('es')
})
