// @vitest-environment happy-dom

import { parse } from '@formatjs/icu-messageformat-parser'
import { cleanup, render } from '@testing-library/react'
import { Children, type ReactNode } from 'react'
import * as whole from 'react-intl'
import { afterEach, expect, test, vi } from 'vitest'
import * as small from './small-intl.tsx'

afterEach(cleanup)

const texts = {
  plain: 'Cart',
  counted: '{count, plural, one {# photo} other {# photos}} of {who}',
  rich: 'By <b>{who} and others</b>, {extra}',
}
const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, parse(text)]))

const allValues = {
  count: 1200,
  who: 'Anna',
  extra: <i>soon</i>,
  b: (parts: ReactNode[]) => <b>{parts}</b>,
}

/** What a page shows, and whether it complains, with one of the two. */
function shown({ IntlProvider, useIntl }: typeof whole, id: string, values: Partial<typeof allValues>) {
  const onError = vi.fn<(error: Error) => void>()
  const Words = () => <p>{Children.toArray(useIntl().formatMessage({ id }, values))}</p>
  const { container } = render(
    <IntlProvider locale="en" defaultLocale="en" messages={messages} onError={onError}>
      <Words />
    </IntlProvider>,
  )
  return { html: container.innerHTML, complains: onError.mock.calls.length > 0 }
}

test.each([...Object.keys(texts), 'missing'])('the page says %s as react-intl does', (id) => {
  const ours = shown(small as unknown as typeof whole, id, allValues)
  expect(ours).toEqual(shown(whole, id, allValues))
  expect(ours.complains).toBe(id === 'missing')
})

test('where a value is missing the page shows the id of the text, and it is told', () => {
  const ours = shown(small as unknown as typeof whole, 'counted', { count: 1 })
  expect(ours).toEqual({ html: '<p>counted</p>', complains: true })
})
