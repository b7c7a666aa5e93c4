import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { computeContrast, readColour } from '../../server/features/tenants/theme/colour.ts'

const read = (path: string) => readFileSync(join(process.cwd(), 'src', path), 'utf8')
const tokens = read('styles/tokens.css')

/** Returns the colors of a scheme by token; references between tokens are resolved. */
function readColours(scheme: 'light' | 'dark'): (token: string) => string {
  const block = (start: string) => tokens.slice(tokens.indexOf(start)).split(/\n\s*}\n/)[0] ?? ''
  const sources =
    scheme === 'light'
      ? [block(':root,'), block('@utility pf-neutrals-light')]
      : [block(':root,'), block('@utility pf-dark')]
  const all = new Map(
    sources.flatMap((css) =>
      [...css.matchAll(/--pf-([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
    ),
  )
  return (token) => {
    const value = all.get(token) ?? ''
    const other = /^var\(--pf-([\w-]+)\)$/.exec(value)?.[1]
    return other ? readColours(scheme)(other) : value
  }
}

function ratio(one: string, other: string): number {
  const [a, b] = [readColour(one), readColour(other)]
  if (!a || !b) throw new Error(`no colours: ${one}, ${other}`)
  return computeContrast(a, b)
}

/** Returns the declarations of a class in a style sheet. */
const rule = (file: string, selector: string) => read(file).split(`  ${selector} {`)[1]?.split('}')[0] ?? ''

test.each(['light', 'dark'] as const)(
  'a snackbar contrasts with the page, the footer and the viewer, %s',
  (scheme) => {
    const colour = readColours(scheme)
    const snack = rule('styles/messages.css', '.pf-snack')
    expect(snack).toContain('background: var(--pf-ink)')
    expect(snack).toMatch(/box-shadow:\s+0 0 0 2px var\(--pf-bg\)/)
    expect(ratio(colour('ink'), colour('bg'))).toBeGreaterThan(7)
    // on a background as dark as the plate its outline is visible
    for (const services of [colour('bg'), colour('foot')])
      expect(Math.max(ratio(colour('ink'), services), ratio(colour('bg'), services))).toBeGreaterThan(3)
    // the viewer is black in both schemes, and its messages have its colors
    expect(read('features/photos/ViewerMessages.tsx')).not.toContain('data-scheme')
    expect(ratio(readColours('dark')('ink'), '#05070a')).toBeGreaterThan(7)
  },
)

test.each(['light', 'dark'] as const)('every notice is readable on its background, %s', (scheme) => {
  const colour = readColours(scheme)
  for (const tone of ['ok', 'warn', 'danger'])
    expect([tone, ratio(colour(tone), colour(`${tone}-soft`))]).toEqual([tone, expect.any(Number)])
  for (const tone of ['ok', 'warn', 'danger']) {
    expect(ratio(colour(tone), colour(`${tone}-soft`))).toBeGreaterThan(4.5)
    expect(ratio(colour(tone), colour('bg'))).toBeGreaterThan(4.5)
  }
  for (const ink of ['ink', 'ink-2', 'ink-3'])
    expect(ratio(colour(ink), colour('raised'))).toBeGreaterThan(4.5)
})

test('a discount has the colour of an applied code, not that of the next step or of an error', () => {
  for (const file of ['features/cart/CartSum.tsx', 'features/orders/PaySum.tsx']) {
    const lines = read(file)
      .split('\n')
      .filter((line) => /<d[dt] className/.test(line))
    expect([file, lines.filter((line) => /accent|danger/.test(line))]).toEqual([file, []])
    expect([file, lines.some((line) => line.includes('text-ok'))]).toEqual([file, true])
  }
})
