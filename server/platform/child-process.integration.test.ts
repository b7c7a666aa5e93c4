import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { startChildProcess } from './child-process.ts'

afterEach(() => vi.unstubAllEnvs())

test('a child process knows its arguments, and no settings of the server', async () => {
  vi.stubEnv('SECRET_KEY', 'a key that signs tokens, and is long enough')
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_a_payment_provider')
  vi.stubEnv('LANG', 'C.UTF-8')
  const child = startChildProcess(import.meta.url, '../../tests/support/processes/send-environment', ['one'])
  const exited = once(child, 'exit')
  const [sent] = await once(child, 'message')
  expect(sent).toMatchObject({ args: ['one'], bytes: new Uint8Array([1, 2]) })
  expect(sent.env).toMatchObject({ LANG: 'C.UTF-8', PATH: process.env.PATH })
  for (const secret of ['SECRET_KEY', 'STRIPE_SECRET_KEY']) expect(sent.env).not.toHaveProperty(secret)
  child.disconnect()
  expect(await exited).toEqual([0, null])
}, 60_000)
