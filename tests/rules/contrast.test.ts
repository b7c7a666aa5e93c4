import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { computeContrast, readColour } from '../../server/features/tenants/theme/colour.ts'

const readSource = (path: string) => readFileSync(join(process.cwd(), 'src', path), 'utf8')
const tokens = readSource('styles/tokens.css')

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

function computeRatio(one: string, other: string): number {
  const [a, b] = [readColour(one), readColour(other)]
  if (!a || !b) throw new Error(`no colours: ${one}, ${other}`)
  return computeContrast(a, b)
}

/** Returns the declarations of a class in a style sheet. */
const readRule = (file: string, selector: string) =>
  readSource(file).split(`  ${selector} {`)[1]?.split('}')[0] ?? ''

test.each(['light', 'dark'] as const)(
  'a snackbar contrasts with the page, the footer and the viewer, %s',
  (scheme) => {
    const getColour = readColours(scheme)
    const snackbarRule = readRule('styles/messages.css', '.pf-snack')
    expect(snackbarRule).toContain('background: var(--pf-ink)')
    expect(snackbarRule).toMatch(/box-shadow:\s+0 0 0 2px var\(--pf-bg\)/)
    expect(computeRatio(getColour('ink'), getColour('bg'))).toBeGreaterThan(7)
    // on a background as dark as the plate its outline is visible
    for (const background of [getColour('bg'), getColour('foot')])
      expect(
        Math.max(computeRatio(getColour('ink'), background), computeRatio(getColour('bg'), background)),
      ).toBeGreaterThan(3)
    // the viewer is black in both schemes, and its messages have its colors
    expect(readSource('features/photos/viewer/ViewerMessages.tsx')).not.toContain('data-scheme')
    expect(computeRatio(readColours('dark')('ink'), '#05070a')).toBeGreaterThan(7)
  },
)

test.each(['light', 'dark'] as const)('every notice is readable on its background, %s', (scheme) => {
  const getColour = readColours(scheme)
  for (const tone of ['ok', 'warn', 'danger'])
    expect([tone, computeRatio(getColour(tone), getColour(`${tone}-soft`))]).toEqual([
      tone,
      expect.any(Number),
    ])
  for (const tone of ['ok', 'warn', 'danger']) {
    expect(computeRatio(getColour(tone), getColour(`${tone}-soft`))).toBeGreaterThan(4.5)
    expect(computeRatio(getColour(tone), getColour('bg'))).toBeGreaterThan(4.5)
  }
  for (const ink of ['ink', 'ink-2', 'ink-3'])
    expect(computeRatio(getColour(ink), getColour('raised'))).toBeGreaterThan(4.5)
})

test('a discount has the colour of an applied code, not that of the next step or of an error', () => {
  for (const file of ['features/cart/contents/CartSum.tsx', 'features/orders/payment/PaySum.tsx']) {
    const lines = readSource(file)
      .split('\n')
      .filter((line) => /<d[dt] className/.test(line))
    expect([file, lines.filter((line) => /accent|danger/.test(line))]).toEqual([file, []])
    expect([file, lines.some((line) => line.includes('text-ok'))]).toEqual([file, true])
  }
})
