import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { languages } from '../../contract/language/languages.ts'
import { requestForms, requestKinds, sendRequest } from '../../contract/requests.ts'
import { readMailFile } from '../../server/features/demo/mail-file.ts'
import { requests } from '../../server/features/requests/tables.ts'
import { readSentEmails } from '../support/data/delivered-files.ts'
import { fetchAnswer, sendCall } from '../support/server/api-calls.ts'
import { createEventOnSale, openShop, type Shop } from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

type Fields = Record<string, string>

const photographer: Fields = {
  name: 'Анна Смирнова',
  email: 'anna@photo.example',
  city: 'Рига',
  phone: '+371 (20) 123-456',
  equipment: 'Две камеры\r\nи вспышка',
  portfolio: 'photo.example/anna',
}

let senderCount = 0
/** Returns the fields of a sender without earlier requests. */
const createSender = (fields: Fields = {}): Fields => ({
  ...fields,
  email: `writer${++senderCount}@mail.example`,
})

const post = (
  kind: string,
  fields: Fields,
  options: { key?: string; host?: string; address?: string } = {},
) =>
  sendCall(shop.app, sendRequest, {
    body: { kind, fields },
    headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
    ...(options.host === undefined ? {} : { host: options.host }),
    address: options.address ?? `203.0.113.${++senderCount % 250}`,
  })

/** Sends a form and returns the status, the code and the invalid fields of the refusal. */
async function postRefused(kind: string, fields: Fields): Promise<[number, string, string[]]> {
  const response = await post(kind, fields)
  const problem = response.json<Problem>()
  return [
    response.statusCode,
    problem.code,
    (problem.errors ?? []).map(({ field, code }) => `${field} ${code}`),
  ]
}

const findRow = async (id: string) =>
  (await shop.services.db.select().from(requests).where(eq(requests.id, id))).at(0)

const countRows = async () => (await shop.services.db.select({ id: requests.id }).from(requests)).length

interface Letter {
  head: string
  body: string
}
/** Returns all e-mails of a request. */
async function listLetters(requestId: string): Promise<Letter[]> {
  return (await readSentEmails(shop, requestId)).map(({ raw }) => {
    const [head = '', ...rest] = raw.split('\r\n\r\n')
    return { head, body: rest.join('\n\n') }
  })
}

describe('a form', () => {
  it('is stored as written, trimmed, and mailed to the tenant with the writer as reply address', async () => {
    const { requestId } = await fetchAnswer(shop.app, sendRequest, {
      body: { kind: 'photographer', fields: { ...photographer, name: '  Анна Смирнова ' } },
      language: 'es',
    })
    expect(await findRow(requestId)).toMatchObject({
      tenant: 'one',
      kind: 'photographer',
      language: 'es',
      fields: { ...photographer, portfolio: 'https://photo.example/anna' },
    })
    await shop.jobs.drain()
    const [letter, ...others] = await listLetters(requestId)
    expect(others).toEqual([])
    expect(letter?.head).toContain(`To: ${shop.context().tenant.mailTo}`)
    expect(letter?.head).toContain('Reply-To: anna@photo.example')
    const words = decodeText(letter?.body ?? '')
    const expectedValues = ['Анна Смирнова', 'Рига', '+371 (20) 123-456', 'https://photo.example/anna']
    for (const value of [...expectedValues, 'испанский']) expect(words).toContain(value)
    const html = words.slice(words.indexOf('<!doctype html>'))
    expect(html).toContain(shop.context().tenant.settings.tenantName)
    expect(html).toContain('href="mailto:anna@photo.example"')
    for (const value of [...expectedValues, 'Две камеры']) expect(html).toContain(value)
  })

  it('is one request and one letter for repeated submissions under its key', async () => {
    const fields = createSender({ message: 'Нет письма с фото' })
    const first = await post('support', fields, { key: 'form-1' })
    const repeated = await Promise.all([1, 2, 3].map(() => post('support', fields, { key: 'form-1' })))
    const { requestId } = first.json<{ requestId: string }>()
    expect(first.statusCode).toBe(201)
    for (const response of repeated) expect(response.json()).toEqual({ requestId })
    await shop.jobs.drain()
    expect(await listLetters(requestId)).toHaveLength(1)
    expect((await post('support', { ...fields, message: 'Другое' }, { key: 'form-1' })).json()).toMatchObject(
      {
        code: 'IdempotencyKeyReused',
      },
    )
  })

  it('belongs to its tenant, also under the same key', async () => {
    const fields = createSender({ message: 'Вопрос' })
    const ids = await Promise.all(
      ['one.test', 'two.test'].map(async (host) => {
        const response = await post('support', fields, { key: 'form-2', host })
        return response.json<{ requestId: string }>().requestId
      }),
    )
    const tenants = await Promise.all(ids.map(async (id) => (await findRow(id))?.tenant))
    expect(tenants).toEqual(['one', 'two'])
  })

  it('requires all fields of its kind, and nothing else', async () => {
    for (const kind of requestKinds) {
      const required = Object.entries(requestForms[kind]).filter(([, field]) => field.required)
      const missing = required.map(([name]) => `${name} FieldMissing`)
      expect(await postRefused(kind, {})).toEqual([422, 'RequestInvalid', missing])
      expect(
        await postRefused(kind, { ...Object.fromEntries(required.map(([name]) => [name, ' \t '])) }),
      ).toEqual([422, 'RequestInvalid', missing])
    }
  })

  it('reports errors in the sender’s language', async () => {
    for (const language of languages) {
      const response = await sendCall(shop.app, sendRequest, {
        body: { kind: 'photographer', fields: {} },
        language,
      })
      const { errors = [], title } = response.json<Problem>()
      const words = errors.map(({ message }) => message)
      expect(new Set([title, ...words]).size).toBe(4)
      if (language === 'en')
        expect(words).toEqual(['Enter a name and surname', 'Enter the email', 'Enter the city name'])
    }
  })

  it.each<[string, string, Fields, string]>([
    ['a phone of letters', 'business', { phone: 'abc' }, 'phone PhoneInvalid'],
    ['a phone of too few digits', 'business', { phone: '12-34' }, 'phone PhoneInvalid'],
    ['a phone with a second line', 'business', { phone: '+37120123456\r\n1' }, 'phone LineBreak'],
    ['a broken e-mail', 'support', { email: 'a@b', message: 'x' }, 'email EmailInvalid'],
    [
      'letters that mail does not take',
      'support',
      { email: 'иван@b.example', message: 'x' },
      'email EmailNotAscii',
    ],
    ['two e-mails', 'support', { email: 'a@b.example,c@d.example', message: 'x' }, 'email EmailInvalid'],
    [
      'a header in an e-mail',
      'support',
      { email: 'a@b.example\r\nBcc: c@d.example', message: 'x' },
      'email LineBreak',
    ],
    [
      'a header in a name',
      'photographer',
      { ...photographer, name: 'Анна\r\nBcc: c@d.example' },
      'name LineBreak',
    ],
    ['a bell in a text', 'support', { email: 'a@b.example', message: 'a\x07b' }, 'message LineBreak'],
    [
      'a script for a portfolio',
      'photographer',
      { ...photographer, portfolio: 'javascript:alert(1)' },
      'portfolio UrlInvalid',
    ],
    [
      'data for a portfolio',
      'photographer',
      { ...photographer, portfolio: 'data:text/html,x' },
      'portfolio UrlInvalid',
    ],
    [
      'a name in an address',
      'photographer',
      { ...photographer, portfolio: 'https://ok@evil.example' },
      'portfolio UrlInvalid',
    ],
    [
      'a number that is none',
      'gift',
      { email: 'a@b.example', eventId: 'e1', quantity: '-1' },
      'quantity NumberInvalid',
    ],
    [
      'a line that is too long',
      'support',
      { email: 'a@b.example', message: 'x', order: '1'.repeat(201) },
      'order FieldTooLong',
    ],
    [
      'a field of another form',
      'support',
      { email: 'a@b.example', message: 'x', city: 'Рига' },
      'city FieldUnknown',
    ],
    [
      'a field that every object has',
      'support',
      { email: 'a@b.example', message: 'x', constructor: 'x' },
      'constructor FieldUnknown',
    ],
  ])('refuses %s, stores nothing, and names the field', async (_what, kind, fields, expectedError) => {
    const countBefore = await countRows()
    expect(await postRefused(kind, fields)).toEqual([422, 'RequestInvalid', [expectedError]])
    expect(await countRows()).toBe(countBefore)
  })

  it.each<[string, unknown]>([
    ['an unknown kind', { kind: 'admin', fields: {} }],
    ['a field that is no text', { kind: 'support', fields: { email: 1 } }],
    ['more than a form', { kind: 'support', fields: {}, tenant: 'two' }],
    ['a zero character in a text', { kind: 'support', fields: { email: 'a@b.example', message: 'a\0b' } }],
    ['half a character', { kind: 'support', fields: { email: 'a@b.example', message: 'a\ud83d' } }],
    ['a text beyond all measure', { kind: 'support', fields: { message: 'x'.repeat(5001) } }],
  ])('refuses %s', async (_what, body) => {
    const response = await sendCall(shop.app, sendRequest, { body })
    expect([response.statusCode, response.json<Problem>().code]).toEqual([400, 'ValidationFailed'])
  })

  it('escapes user input in the letter', async () => {
    const message = '<img src=x onerror=alert(1)>'
    const response = await post('support', { email: 'a?bcc=b@mail.example', message })
    await shop.jobs.drain()
    const [letter] = await listLetters(response.json<{ requestId: string }>().requestId)
    const words = decodeText(letter?.body ?? '')
    expect(words).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(words).toContain('mailto:a%3Fbcc%3Db@mail.example')
  })
})

describe('too many forms', () => {
  it('of one writer are refused for the rest of the hour, from any address', async () => {
    const fields = createSender({ message: 'Вопрос' })
    for (let count = 0; count < 5; count++) expect((await post('support', fields)).statusCode).toBe(201)
    const sixth = await post('support', { ...fields, email: fields.email?.toUpperCase() ?? '' })
    expect([sixth.statusCode, sixth.json<Problem>().code]).toEqual([429, 'TooManyRequests'])
    const waitInSeconds = Number(sixth.headers['retry-after'])
    expect(waitInSeconds).toBeGreaterThan(3500)
    expect((await post('support', createSender({ message: 'Вопрос' }))).statusCode).toBe(201)
    shop.moveClock(waitInSeconds * 1000)
    expect((await post('support', fields)).statusCode).toBe(201)
  })

  it('from one address are refused too; a repeat under its key does not count', async () => {
    const address = '198.51.100.7'
    const first = createSender({ message: 'Вопрос' })
    await post('support', first, { address, key: 'form-3' })
    for (let count = 1; count < 60; count++)
      expect((await post('support', createSender({ message: 'Вопрос' }), { address })).statusCode).toBe(201)
    expect((await post('support', createSender({ message: 'Вопрос' }), { address })).statusCode).toBe(429)
    expect((await post('support', first, { address, key: 'form-3' })).statusCode).toBe(201)
  })

  it('from one IPv6 network are counted together, as one customer has all its addresses', async () => {
    const postFrom = async (address: string) =>
      (await post('support', createSender({ message: 'Вопрос' }), { address })).statusCode
    for (let count = 1; count <= 60; count++) expect(await postFrom(`2001:db8:0:9::${count}`)).toBe(201)
    expect(await postFrom('2001:db8:0:9::99')).toBe(429)
    expect(await postFrom('2001:db8:0:10::1')).toBe(201)
  })
})

/** Decodes the parts of an e-mail, base64 or quoted-printable. */
function decodeText(body: string): string {
  const base64 = body.replace(/^[A-Za-z\d+/=\r\n]{40,}$/gm, (block) =>
    Buffer.from(block.replace(/\s/g, ''), 'base64').toString('utf8'),
  )
  const bytes = base64
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))
  return bytes
}

it('a request for gift codes names its event by title and address', async () => {
  const event = await createEventOnSale(shop, { title: { ru: 'Забег подарков', en: 'Gift run' } })
  const fields = createSender({
    eventId: event.id,
    quantity: '20',
    company: 'Ромашка',
    phone: '+7 900 000-00-00',
  })
  const response = await post('gift', { ...fields, message: 'Нужны к субботе' })
  await shop.jobs.drain()
  const [letter] = await readSentEmails(shop, response.json<{ requestId: string }>().requestId)
  const { content } = readMailFile(Buffer.from(letter?.raw ?? '')).body
  for (const words of [
    `Забег подарков, ${shop.context().origin}/event/${event.id}`,
    '20',
    'Ромашка',
    'Нужны к субботе',
  ])
    expect(content).toContain(words)
  expect(content).toContain('+7 900 000-00-00')
})
