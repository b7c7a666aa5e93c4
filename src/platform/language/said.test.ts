import { expect, test } from 'vitest'
import { languages } from '../../../contract/common.ts'
import { readMessages } from '../../../scripts/build/messages.ts'

const root = process.cwd()

/** Sentences that are agreed word for word, or by what they begin with. */
const agreed: Readonly<Record<'ru' | 'en', Readonly<Record<string, RegExp>>>> = {
  ru: {
    'error.FaceNotFound': /^Не получилось распознать лицо$/,
    'error.SeveralFaces': /^На фото несколько лиц/,
    'error.FileTooBig': /^Размер файла слишком большой/,
    'error.PhotoRequired': /^Выберите фото$/,
    'search.nothing.title': /^Фото не найдены$/,
    'search.nothing.processing': /^Часть фото ещё обрабатывается/,
    'search.nothing.notOfRunner': /^Фото этого участника нет/,
    'search.nothing.notTagged': /^Не все фото ещё размечены/,
    'orders.declined.text': /^Не удалось оплатить заказ/,
    'requests.failed': /^Произошла ошибка/,
  },
  en: {
    'error.CustomerMissing': /^Enter the email$/,
    'error.FileTooBig': /^File is too large. Upload a photo up to 8 MB/,
    'error.PhotoRequired': /^Select photo$/,
    'error.ProductAlreadyInCart': /^This product is already added to the cart$/,
    'error.PhotoInsidePackage': /“Photo with me”/,
    'error.PhotoInsideFramedPackage': /“Photo with me in a frame”/,
    'cart.failed.adding': /^Error adding a product to the cart: \{reason\}$/,
    'orders.checking.title': /^Checking your payment$/,
    'orders.declined.text': /^Could not pay the order. Try again or change the payment method/,
    'orders.support': /^Write to support$/,
    'orders.list.more': /^Show more$/,
    'orders.state.awaiting': /^awaiting payment$/,
    'orders.state.paid': /^paid$/,
    'orders.state.canceled': /^canceled$/,
    'orders.letter.missing': /Nothing after an hour\?/,
    'requests.missing.name': /^Enter a name and surname$/,
    'requests.missing.email': /^Enter the email$/,
    'requests.missing.city': /^Enter the city name$/,
    'requests.missing.phone': /^Enter the phone number$/,
    'requests.failed': /^An error occurred while sending the request. Try again later$/,
    'search.nothing.notByFace': /Try another photo/,
    'search.nothing.numberLater': /will be available later. Use the face search/,
    'cart.item.video': /24 hours after the event/,
    'events.home.lead': /about a minute/,
    'photos.steps.next': /^Add \{missing, number\} more/,
  },
}

test.each(['ru', 'en'] as const)('what was agreed is said in these words, in %s', (language) => {
  const messages = readMessages(root, language)
  for (const [id, words] of Object.entries(agreed[language]))
    expect([id, messages.get(id)]).toEqual([id, expect.stringMatching(words)])
})

test('each refusal of a promo code has words of its own', () => {
  const codes = ['Conflict', 'Expired', 'Inactive', 'Exhausted', 'NotFound', 'NotApplicable']
  for (const language of languages) {
    const messages = readMessages(root, language)
    const words = codes.map((code) => messages.get(`error.Promo${code}`))
    expect(words.every(Boolean)).toBe(true)
    expect(new Set(words).size).toBe(codes.length)
  }
})
