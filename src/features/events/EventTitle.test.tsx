// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EventTitle } from './EventTitle.tsx'

afterEach(cleanup)

test.each([
  ['Трейл «Белая тропа»', '«Белая тропа»'],
  ['The “White trail” run', '“White trail”'],
  // wider than the line of a phone
  ['Забег «Вдоль самой длинной набережной»', undefined],
  ['Embankment 10K', undefined],
])('the title %s is not broken inside its quotation', (title, whole) => {
  const { container } = render(<EventTitle>{title}</EventTitle>)
  expect(container.textContent).toBe(title)
  expect(container.querySelector('.whitespace-nowrap')?.textContent).toBe(whole)
})
