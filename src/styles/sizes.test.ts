import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(process.cwd(), 'src/styles', name), 'utf8')
const inPx = (rem: string) => Number(rem) * 16

test('screens break at 724, 768, 1045, 1200 and 1302 px', () => {
  const found = [...read('theme.css').matchAll(/--breakpoint-(\w+): ([\d.]+)rem/g)]
  expect(found.map(([, name, rem]) => [name, inPx(rem ?? '')])).toEqual([
    ['sm', 724],
    ['md', 768],
    ['ml', 1045],
    ['lg', 1200],
    ['xl', 1302],
  ])
})

test('the bar is 56 px high, from 1200 px on 64', () => {
  const [narrow = '', wide = ''] = read('tokens.css').split('@media (width >= 75rem)')
  expect([/--pf-bar: (\d+)px/.exec(narrow)?.[1], /--pf-bar: (\d+)px/.exec(wide)?.[1]]).toEqual(['56', '64'])
})

test('a modal takes the bar away below 1200 px, the drawer does not', () => {
  const [, narrow = ''] = read('shell.css').split('@media (width < 75rem)')
  expect(narrow.slice(0, 160)).toMatch(
    /:root:has\(\.pf-dialog:not\(\.pf-drawer\)\) \.pf-bar \{\s+visibility: hidden;/,
  )
})
