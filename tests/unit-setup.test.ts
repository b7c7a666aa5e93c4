import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

// otherwise the setup would fail these tests
afterEach(() => void (globalThis as { restrictions?: { refused: string[] } }).restrictions?.refused.splice(0))

test('a unit test cannot open a socket, listen on a port, or start a process', () => {
  expect(() => connect(80, '127.0.0.1')).toThrow('must not open a socket')
  expect(() => createServer().listen(0)).toThrow('must not listen on a port')
  expect(() => spawn('true')).toThrow('must not start a process')
})

test('a real timer of more than 50 ms never fires in a unit test, a shorter one does', async () => {
  const fired: string[] = []
  setTimeout(() => fired.push('long'), 51)
  setInterval(() => fired.push('interval'), 51)
  void wait(51).then(() => fired.push('promise'))
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      fired.push('short')
      setTimeout(resolve, 50)
    }, 50)
  })
  expect(fired).toEqual(['short'])
})
