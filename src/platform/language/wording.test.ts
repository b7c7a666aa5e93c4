import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages } from '../../../contract/language/languages.ts'
import { readMessages } from '../../../scripts/build/messages.ts'

const root = process.cwd()

/** Patterns of the texts whose wording, or beginning, was agreed. */
const agreedTexts: Readonly<Record<'ru' | 'en', Readonly<Record<string, RegExp>>>> = {
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
    'events.home.lead': /at most a minute/,
    'photos.steps.next': /^Add \{missing, number\} more/,
  },
}

test.each(['ru', 'en'] as const)('the texts are as agreed, in %s', (language) => {
  const messages = readMessages(root, language)
  for (const [id, words] of Object.entries(agreedTexts[language]))
    expect([id, messages.get(id)]).toEqual([id, expect.stringMatching(words)])
})

test('each refusal of a promo code has its own text', () => {
  const codes = ['Conflict', 'Expired', 'Inactive', 'Exhausted', 'NotFound', 'NotApplicable']
  for (const language of languages) {
    const messages = readMessages(root, language)
    const words = codes.map((code) => messages.get(`error.Promo${code}`))
    expect(words.every(Boolean)).toBe(true)
    expect(new Set(words).size).toBe(codes.length)
  }
})

test.each([
  ['ru', /самое большее минута/],
  ['en', /at most a minute/],
  ['es', /como mucho un minuto/],
] as const)(
  'the minute of a search is an upper bound wherever it is named, in %s',
  (language, upperBound) => {
    const ids = ['search.find.selfieHint', 'selfie.searching.usually', 'events.home.lead']
    const messages = readMessages(root, language)
    for (const id of ids) expect([id, messages.get(id)]).toEqual([id, expect.stringMatching(upperBound)])
    const aboutAMinute =
      /около минуты|через минуту увид|about a minute|cerca de un minuto|en un minuto verás/i
    expect([...messages].filter(([, text]) => aboutAMinute.test(text))).toEqual([])
  },
)

/** Matches ids of texts in the first person of the runner. */
const runnerVoiceIds =
  /^(photos\.ask|photos\.keys|search\.denied\.back|search\.shared\.(buyToo|buySelf)|push\.ask|[\w-]+\.queued|call\.(me|title|save|cancel)|events\.callMe)\./
const productNames =
  /[“«][^”»]*[”»]|all (# )?photos with me|the photo with me|todas mis fotos|mis? # ?fotos?|mi foto|фото со мной/giu

test.each([
  ['ru', /(?<!\p{L})мо(й|я|ё|е|и|его|ей|их|им)(?!\p{L})/iu],
  ['en', /\b(my|mine|me|myself)\b/i],
  ['es', /(?<!\p{L})(mi|mis|mí|míos|mías)(?!\p{L})/iu],
] as const)('the page speaks to the runner, never as the runner, in %s', (language, firstPerson) => {
  const found = [...readMessages(root, language)].filter(
    ([id, text]) => !runnerVoiceIds.test(`${id}.`) && firstPerson.test(text.replaceAll(productNames, '')),
  )
  expect(found).toEqual([])
})

test('Russian buttons do not agree with the gender of the runner', () => {
  const masculine = /(?<!\p{L})(согласен|готов|уверен|рад|должен|нашёл себя|забыл)(?!\p{L})/iu
  const aboutOthers = /^(orders\.line|requests\.)/
  const found = [...readMessages(root, 'ru')].filter(
    ([id, text]) => !aboutOthers.test(id) && masculine.test(text),
  )
  expect(found).toEqual([])
})

/** Returns all texts of a language that people read: those of the page, of mails and of errors. */
function listTexts(language: Language): [id: string, text: string][] {
  const files = ['server', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(`messages.${language}.json`))
      .map((path) => join(folder, path)),
  )
  expect(files.length).toBeGreaterThan(3)
  return [
    ...readMessages(root, language),
    ...files.flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>),
    ),
  ]
}

test('English texts avoid stiff words', () => {
  const stiffWords =
    /\b(letters? (with|about|from)|only letter|reckon|whole course|an? email a line|not all found)\b|\bwill not do\b/i
  const literalWords =
    /\be-mail\b|took? (these |them )?away|bring it back|gave no room|(?<!the )link back|about you it tells|we are calling you/i
  const found = listTexts('en').filter(([, text]) => stiffWords.test(text) || literalWords.test(text))
  expect(found).toEqual([])
})

test.each(languages)('mails name buttons as they are called, in %s', (language) => {
  const texts = new Map(listTexts(language))
  expect(texts.get('ready.notMe')).toMatch(
    new RegExp(`[\\p{Pi}\\p{Ps}]${texts.get('photos.ask.notMe')}[\\p{Pf}\\p{Pi}\\p{Pe}]`, 'u'),
  )
})

test.each(languages)(
  'the offer and the hint of a promo code name things as the page does, in %s',
  (language) => {
    const texts = new Map(listTexts(language))
    expect(texts.get('sold.files')).toContain(texts.get('photos_with_me.title'))
    expect(texts.get('cart.promo.offline')).toContain(texts.get('cart.promo.apply'))
  },
)

test('Spanish has one name for a pre-order', () => {
  const found = listTexts('es').filter(([, text]) => /(?<!\p{L})reservas?(?!\p{L})/iu.test(text))
  expect(found).toEqual([])
})
