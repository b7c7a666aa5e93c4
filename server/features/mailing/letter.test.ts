import { expect, it } from 'vitest'
import { languages } from '../../../contract/common.ts'
import { type LetterContent, orderLetter } from './letter.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts = { ru, en, es }

const content: Omit<LetterContent, 'kind' | 'language'> = {
  ...{ tenantName: 'Photofinish', supportEmail: 'help@one.test', orderNumber: '48213', total: '1 990 ₽' },
  coat: { accent: '#d6330f', onAccent: '#ffffff', strip: '#0c0f12' },
  orderUrl: 'https://one.test/order/o1',
  items: ['Все фото со мной'],
  ...{ files: [], filesCount: 0, codes: [] },
}

it.each(languages)('offers to download what is there, not the photos of a race to come (%s)', (language) => {
  const { open, openOrder } = texts[language]
  const letterOf = (kind: LetterContent['kind']) => orderLetter({ ...content, kind, language })
  for (const part of ['text', 'html'] as const) {
    expect(letterOf('purchase')[part]).toContain(open)
    expect(letterOf('preorder')[part]).toContain(openOrder)
    expect(letterOf('preorder')[part]).not.toContain(open)
  }
})
