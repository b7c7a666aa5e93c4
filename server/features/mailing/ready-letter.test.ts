import { expect, it } from 'vitest'
import { languages } from '../../../contract/language/languages.ts'
import { createReadyLetter, type ReadyLetterContent } from './ready-letter.ts'

const content: Omit<ReadyLetterContent, 'language'> = {
  ...{ tenantName: 'Photofinish', supportEmail: 'help@one.test', count: 8, number: '128', time: '1:33:41' },
  palette: { accent: '#d6330f', onAccent: '#ffffff', strip: '#0c0f12' },
  event: { title: 'Half marathon <b>', day: '12 September 2026' },
  sorted: { ready: 76, all: 80 },
  offer: { sum: '1 990 ₽', saved: '170 ₽' },
  askedOn: '10 September 2026',
  photosUrl: 'https://one.test/search/e1/128',
  unsubscribeUrl: 'https://one.test/unsubscribe/a1',
  thumbs: [{ cid: 'photo-1', alt: '' }],
}

it.each(languages)(
  'contains count, event, price, saving and unsubscribe link as text and HTML (%s)',
  (language) => {
    const { subject, text, html } = createReadyLetter({ ...content, language })
    expect(subject).toMatch(/^8 /)
    expect(subject).toContain('Half marathon <b>')
    const visibleText = html.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    for (const part of [text, visibleText])
      for (const words of [
        ...['8', 'Half marathon <b>', '12 September 2026', '128', '1:33:41', '76', '80', '1 990 ₽', '170 ₽'],
        ...['10 September 2026', content.photosUrl, content.unsubscribeUrl, 'help@one.test'],
      ])
        expect(part).toContain(words)
    expect(html).toContain('Half marathon &lt;b&gt;')
    expect(html.match(/href="https:\/\/one\.test\/search\/e1\/128"/g)).toHaveLength(2)
    expect(html).toContain('src="cid:photo-1"')
    expect(html).not.toMatch(/src="http|<link|url\(/)
  },
)

it('omits saving, finish time and price when they are unknown', () => {
  const letter = createReadyLetter({
    ...{ ...content, language: 'en', count: 1, time: undefined },
    offer: { sum: '390 ₽', saved: undefined },
  })
  expect(letter.text).toContain('Looking is free. The photo costs 390 ₽.')
  expect(letter.text).not.toContain('less than')
  expect(letter.text).not.toContain('Finish')
  const letterWithoutOffer = createReadyLetter({ ...content, language: 'en', offer: undefined })
  expect(letterWithoutOffer.text).not.toContain('Looking is free')
})
