import { expect, test } from 'vitest'

test('a browser without Promise.withResolvers gets it', async () => {
  Reflect.deleteProperty(Promise, 'withResolvers')
  await import('./with-resolvers.ts')
  const { promise, resolve } = Reflect.get(Promise, 'withResolvers').call(Promise)
  resolve('token')
  expect(await promise).toBe('token')
})
