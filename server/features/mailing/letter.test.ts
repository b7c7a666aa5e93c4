import { expect, it } from 'vitest'
import { languages } from '../../../contract/language/languages.ts'
import { loadMessages } from '../../platform/language/catalogue.ts'
import { createOrderLetter, type LetterContent } from './letter.ts'
import type messages from './messages.ru.json'

const texts = loadMessages<keyof typeof messages>(import.meta.dirname)

const content: Omit<LetterContent, 'kind' | 'language'> = {
  ...{ tenantName: 'Photofinish', supportEmail: 'help@one.test', orderNumber: '48213', total: '1 990 ₽' },
  palette: { accent: '#d6330f', onAccent: '#ffffff', strip: '#0c0f12' },
  orderUrl: 'https://one.test/order/o1',
  event: { title: 'Half marathon <b>', when: '12 September 2026, 20:14 (Boston)' },
  items: [{ title: 'Все фото со мной', sum: '1 990 ₽' }],
  discount: undefined,
  giftMessage: undefined,
  thumbs: [{ cid: 'photo-1', alt: 'Finish "fast", 18:52' }],
  receiptUrl: 'https://one.test/receipt',
  terms: {
    seller: { name: 'Sample & Co', taxNumber: 'EIN 1', email: 'help@one.test' },
    ...{ refundDays: 14, offerUrl: 'https://one.test/offer.pdf', policyUrl: 'https://one.test/policy.pdf' },
  },
  ...{ files: [], filesCount: 0, filesSize: 0, codes: [] },
}

it.each(languages)('offers to download what is there, not the photos of a race to come (%s)', (language) => {
  const { open, openOrder } = texts[language]
  const renderLetterOfKind = (kind: LetterContent['kind']) =>
    createOrderLetter({ ...content, kind, language })
  for (const part of ['text', 'html'] as const) {
    expect(renderLetterOfKind('purchase')[part]).toContain(open)
    expect(renderLetterOfKind('preorder')[part]).toContain(openOrder)
    expect(renderLetterOfKind('preorder')[part]).not.toContain(open)
  }
})

it.each(languages)(
  'says what was paid, to whom, and how money comes back, in both parts (%s)',
  (language) => {
    const { html, text } = createOrderLetter({
      ...content,
      kind: 'purchase',
      language,
      discount: { title: 'SBP', sum: '99,50 ₽' },
    })
    for (const part of [
      text,
      html.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ]) {
      for (const words of ['48213', 'Half marathon <b>', '20:14 (Boston)', '−99,50 ₽', '1 990 ₽'])
        expect(part).toContain(words)
      for (const words of ['Sample & Co, EIN 1', 'https://one.test/receipt', 'https://one.test/offer.pdf'])
        expect(part).toContain(words)
      expect(part).toContain(texts[language]['refund.question'])
      expect(part).toContain(texts[language]['sum.discount'].replace('{title}', 'SBP'))
    }
  },
)

it('shows the message with a gift in both parts', () => {
  const letter = createOrderLetter({ ...content, kind: 'received', language: 'en', giftMessage: 'Proud <3' })
  expect(letter.text).toContain('Message with the gift: Proud <3')
  expect(letter.html).toContain('Proud &lt;3')
})

it.each([
  ['ru', '8 файлов, 34,1 МБ. Ссылка бессрочная.'],
  ['en', '8 files, 34.1 MB. The link does not expire.'],
  ['es', '8 archivos, 34,1 MB. El enlace no caduca.'],
] as const)(
  'says below the button how large the files are and how long the link works, in %s',
  (language, note) => {
    const files = { filesCount: 8, filesSize: 34_120_000 }
    const { html, text } = createOrderLetter({ ...content, ...files, kind: 'purchase', language })
    for (const part of [html, text]) expect(part).toContain(note)
    const preorder = createOrderLetter({ ...content, kind: 'preorder', language })
    expect(preorder.text).not.toContain(note.slice(-12))
  },
)

it('escapes what others wrote and shows its pictures by their ids alone', () => {
  const { html } = createOrderLetter({ ...content, kind: 'purchase', language: 'en' })
  expect(html).toContain('Half marathon &lt;b&gt;')
  expect(html).toContain('<img src="cid:photo-1" width="136" alt="Finish &quot;fast&quot;, 18:52"')
  expect(html).not.toMatch(/src="http|<link|url\(/)
})

it('bills nothing in the letter about later photos', () => {
  const { html, text } = createOrderLetter({ ...content, kind: 'more', language: 'en' })
  expect(html + text).not.toContain('1 990 ₽')
})
