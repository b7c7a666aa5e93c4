import { expect, it } from 'vitest'
import { createStatementNames } from './named-statements.ts'

it('a statement gets its own name at the third use, and keeps it', () => {
  const findName = createStatementNames()
  const nameAll = (text: string) => [1, 2, 3, 4].map(() => findName(text))
  const [first, second, third, fourth] = nameAll('select 1')
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^\w+$/)
  expect(fourth).toBe(third)
  expect(nameAll('select 2')[2]).not.toBe(third)
})

it('a session holds no more than 300 plans, and those of its first statements stay', () => {
  const findName = createStatementNames()
  const names = Array.from({ length: 400 }, (_, index) => {
    const use = () => findName(`select ${index}`)
    use()
    use()
    return use()
  })
  expect(new Set(names.slice(0, 300)).size).toBe(300)
  expect(names.slice(300)).toEqual(names.slice(300).map(() => undefined))
  expect(findName('select 0')).toBe(names[0])
})

it('a text of many rows gets no name', () => {
  const findName = createStatementNames()
  const text = `insert into photos values ${'($1),'.repeat(2_000)}`
  expect([findName(text), findName(text), findName(text)]).toEqual([undefined, undefined, undefined])
})
