import { expect, test } from 'vitest'
import { listAlternatives } from './alternatives.ts'

const listTexts = (pattern: RegExp) =>
  listAlternatives(pattern).map(({ text, isExcluded, pattern }) => [
    isExcluded ? `!${text}` : text,
    pattern.source,
  ])

test('a pattern without alternatives is its only one', () => {
  expect(listTexts(/^a(b)c$/)).toEqual([['^a(b)c$', '^a(b)c$']])
})

test('alternatives at the top are listed', () => {
  expect(listTexts(/^a$|^b$/)).toEqual([
    ['^a$', '^a$'],
    ['^b$', '^b$'],
  ])
})

test('an inner alternative is listed without those beside the groups around it', () => {
  expect(listTexts(/x(a|b(?:c|d)+)y|z/).filter(([text]) => text === 'd')).toEqual([['d', 'x(b(?:d)+)y']])
})

test('a group beside an alternative keeps its own alternatives', () => {
  expect(listTexts(/(a|b)-(c|d)/).filter(([text]) => text === 'a')).toEqual([['a', '(a)-(c|d)']])
})

test('an excluded alternative is required', () => {
  expect(listTexts(/\/(?!a\.|b)|c/).filter(([text]) => text?.startsWith('!'))).toEqual([
    ['!a\\.', '\\/(?=a\\.)'],
    ['!b', '\\/(?=b)'],
  ])
  expect(listTexts(/^m\/(?!a)/)).toEqual([
    ['^m\\/(?!a)', '^m\\/(?!a)'],
    ['!a', '^m\\/(?=a)'],
  ])
})

test('flags and escaped characters are kept', () => {
  const [, second] = listAlternatives(/[|()]\||\(b/iu)
  expect(second?.pattern).toEqual(/\(b/iu)
})
