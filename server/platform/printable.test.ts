import { expect, it } from 'vitest'
import { toPrintable } from './printable.ts'

it.each([
  ['\u001b[2Jgone.jpg', '\ufffd[2Jgone.jpg'],
  ['\u202egpj.exe', '\ufffdgpj.exe'],
  ['a\rb\u0000', 'a\ufffdb\ufffd'],
  ['\ud83c', '\ufffd'],
  ['Финиш 👨‍👩‍👧\tline\n', 'Финиш 👨‍👩‍👧\tline\n'],
])('prints %j as %j', (text, printed) => {
  expect(toPrintable(text)).toBe(printed)
})
