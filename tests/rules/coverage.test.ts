import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const page = readFileSync('docs/coverage.md', 'utf8')

/** Rows of the tables by the number of their section; 0 is what the product promises besides. */
const sections = new Map(
  page.split(/^## /m).flatMap((part) => {
    const number = part.startsWith('Besides ') ? '0' : /^(\d+) /.exec(part)?.[1]
    const rows = part
      .split('\n')
      .filter((line) => /^\| (?!the specification says|what is promised|---)/.test(line))
    return number === undefined ? [] : [[Number(number), rows] as const]
  }),
)
const rows = [...sections.values()].flat()

const linksOf = (text: string) => [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '')

/** Each file that is named as a proof, with how the title of its test begins; without a title for a mere link. */
const proofsOf = (row: string) =>
  [...(row.split(' | ').at(-1) ?? '').matchAll(/\]\(\.\.\/([^)]+)\)(?: `([^`]+)`)?/g)].map(
    ([, file = '', beginning]) => ({ file, beginning }),
  )

const titles = new Map<string, string[]>()

/** Titles of the tests of a file, places for values as they stand in the code. */
function titlesIn(file: string): string[] {
  const known = titles.get(file)
  if (known) return known
  const found: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) found.push(title.text)
      else if (title && ts.isTemplateExpression(title)) found.push(title.getText(source).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  titles.set(file, found)
  return found
}

/** `test`, `it`, their `.each(…)` and the like, and the rows of the matrix of faults; a `describe` shows nothing. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['test', 'it'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee))
    return callee.name.text !== 'describe' && isTest(callee.expression)
  if (ts.isCallExpression(callee)) return isTest(callee.expression)
  return false
}

test('each section of the specification has its rows', () => {
  expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
  for (const [section, lines] of sections) expect([section, lines.length > 0]).toEqual([section, true])
})

test('every row names where its line lives and at least one test', () => {
  for (const row of rows) {
    const cells = row.split(' | ')
    expect(cells, row).toHaveLength(3)
    expect(linksOf(cells[1] ?? '').length, row).toBeGreaterThan(0)
    expect(proofsOf(row).length, row).toBeGreaterThan(0)
  }
})

test('every file and folder that the page leads to is there', () => {
  const missing = linksOf(page).filter((path) => !existsSync(join(path)))
  expect(missing).toEqual([])
})

test('every test that a row names is in its file', () => {
  const missing = rows.flatMap(proofsOf).flatMap(({ file, beginning }) => {
    if (!/\.(test|spec)\.tsx?$/.test(file)) return [`${file} is no file of tests`]
    if (beginning === undefined) return [`${file}: no test is named`]
    const isThere = existsSync(file) && titlesIn(file).some((title) => title.startsWith(beginning))
    return isThere ? [] : [`${file}: ${beginning}`]
  })
  expect(missing).toEqual([])
})

test('what is done otherwise is shown as well', () => {
  const otherwise = page.slice(page.indexOf('\n## Done otherwise'))
  const proofs = proofsOf(otherwise.replaceAll('\n', ' ')).filter(({ beginning }) => beginning !== undefined)
  expect(proofs.length).toBeGreaterThan(0)
  for (const { file, beginning = '' } of proofs)
    expect([file, titlesIn(file).some((title) => title.startsWith(beginning))]).toEqual([file, true])
})
