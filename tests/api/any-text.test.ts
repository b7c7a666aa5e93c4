import { validateHeaderValue } from 'node:http'
import * as fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { describe, expect, it, vi } from 'vitest'
import { buildPath } from '../../contract/call.ts'
import { Email } from '../../contract/email.ts'
import { languages } from '../../contract/language/languages.ts'
import { getOrder } from '../../contract/orders.ts'
import { toWellFormed } from '../../contract/uri.ts'
import { createYookassaBank } from '../../server/adapters/bank/yookassa/index.ts'
import { toMimeMessage } from '../../server/adapters/mail/message.ts'
import { buildArchive } from '../../server/features/archives/build-archive.ts'
import { decodeFileName } from '../../server/features/ingest/readable-names.ts'
import { createOrderLetter } from '../../server/features/mailing/letter.ts'
import { buildFileName, buildFileTitle, createFileNamer } from '../../server/features/orders/file-names.ts'
import { buildRequestLetterContent } from '../../server/features/requests/letter.ts'
import { buildVideoTitle } from '../../server/features/videos/index.ts'
import { buildContentDisposition } from '../../server/platform/http/send-object.ts'
import { readLink, signLink } from '../../server/platform/http/signed-link.ts'
import { arbitraryText, expectSafeNames, strangeTexts } from '../support/data/any-text.ts'
import { unzip } from '../support/data/unzip.ts'
import { openYookassa } from '../support/providers/yookassa-service.ts'
import { selectByEffort } from '../trials.ts'

vi.setConfig({ testTimeout: 60_000 })

const subject = {
  ...{ takenOn: null, timeZone: 'UTC', contentType: 'image/jpeg', storedName: 'a.jpg' },
}

describe('any text', () => {
  it('becomes names of files that are safe, different and entries of a zip', async () => {
    const texts = [
      ...strangeTexts,
      ...fc.sample(arbitraryText, {
        numRuns: selectByEffort({ quick: 1500, full: 9000, long: 9000 }),
        seed: 26,
      }),
      ...Array<string>(1000).fill('Финиш'),
    ]
    const nameFile = createFileNamer()
    const names = texts.map((text, index) => {
      const kind = (['photo', 'framed', 'video'] as const)[index % 3] ?? 'photo'
      const file = {
        ...subject,
        kind,
        point: text,
        title: buildVideoTitle(text, { ru: text }).ru,
        storedName: text,
      }
      return nameFile(buildFileName(buildFileTitle(file, languages[index % languages.length] ?? 'ru'), file))
    })
    expectSafeNames(names)
    const pieces: Buffer[] = []
    const objects = {
      stream: async () => (await import('node:stream')).Readable.from([Buffer.from('x')]),
      put: async (_key: string, bytes: AsyncIterable<Buffer>) => {
        for await (const piece of bytes) pieces.push(piece)
        return { sizeInBytes: 1 }
      },
    }
    const fileDate = { on: new Date('2026-09-12T14:31:02Z'), timeZone: 'Europe/Moscow' }
    const entries = names.map((fileName) => ({ fileName, objectKey: 'x', sizeInBytes: 1, fileDate }))
    await buildArchive(objects as never, entries, 'zip', async () => undefined)
    expect([...(await unzip(Buffer.concat(pieces))).keys()]).toEqual(names)
  })

  it('is a file name in a header, from which browsers read it again', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const header = buildContentDisposition(text)
        validateHeaderValue('content-disposition', header)
        const [, plain, encoded = ''] =
          /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([\w.~!%-]*)$/.exec(header) ?? []
        expect(plain).not.toMatch(/["\\/%]/)
        expect(decodeURIComponent(encoded)).toBe(toWellFormed(text))
      }),
    )
  })

  it('is part of signed links and of paths of calls', () => {
    const secret = new Uint8Array(32)
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const link = { tenant: 'one', key: 'originals/a', fileName: text, contentType: 'image/jpeg' }
        const path = signLink({ ...link, expiresOn: 1, download: true }, secret)
        expect(path).toMatch(/^\/files\/[\w.-]+\/[\w.~!*'()%-]*$/)
        const read = readLink(path.split('/')[2] ?? '', secret, { name: 'one' }, new Date(0))
        expect(read).toMatchObject({ tenant: 'one', key: 'originals/a' })
        expect(buildPath(getOrder, { orderId: text })).toMatch(/^[\w./~!*'()%-]*$/)
      }),
    )
  })

  it('is the subject of a mail and the name of its sender, and adds no header', async () => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const headers = [
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
      'X-Photofinish-Tenant',
    ]
    await fc.assert(
      fc.asyncProperty(arbitraryText, async (text) => {
        const mail = { id: 'a', to: 'anna@mail.example', subject: text, text, html: text }
        const message = toMimeMessage({ ...mail, tenant: { name: 'one', title: text } }, 'photos@one.test')
        const sent = await transport.sendMail(message)
        const [head = ''] = (sent.message as Buffer).toString().split('\r\n\r\n')
        const names = head
          .replace(/\r\n[ \t]+/g, ' ')
          .split('\r\n')
          .map((line) => line.split(':')[0] ?? '')
        expect(headers).toEqual(expect.arrayContaining(names))
        expect(sent.envelope).toEqual({ from: 'photos@one.test', to: ['anna@mail.example'] })
        expect(head).toMatch(/^[\s -~]*$/)
      }),
      { numRuns: 300 },
    )
  })

  it('is in letters: what strangers wrote, and titles of events and photos', () => {
    const context = { tenant: { settings: { lang: 'ru' }, mailTo: 'help@one.test' } }
    const terms = {
      seller: { name: '', taxNumber: '', email: '' },
      refundDays: 1,
      offerUrl: '',
      policyUrl: '',
    }
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const email = `${text.replace(/[\s@,;<>"()[\]\\]/g, '')}x@y.zz`
        if (Email.safeParse(email).success) {
          const request = {
            id: '1',
            kind: 'organizer',
            language: 'ru',
            fields: { name: text, email, message: text },
          }
          const { answer } = buildRequestLetterContent(context as never, request as never)
          expect(answer.url).toMatch(/^mailto:[\w.~!*'%-]+@[\w.~!*'%-]+$/)
        }
        const { html } = createOrderLetter({
          ...{
            tenantName: text,
            supportEmail: 'a@b.cc',
            orderNumber: '1',
            total: text,
            kind: 'purchase',
            language: 'ru',
          },
          ...{
            palette: { accent: '#000', onAccent: '#fff', strip: '#000' },
            orderUrl: 'https://one.test/',
            discount: { title: text, sum: text },
          },
          ...{
            event: { title: text, when: text },
            giftMessage: text,
            items: [{ title: text, sum: text }],
            receiptUrl: undefined,
            terms,
          },
          ...{
            thumbs: [],
            files: [{ title: text, url: 'https://one.test/' }],
            filesCount: 1,
            filesSize: 1,
            codes: [],
          },
        })
        expect(html).toMatch(/<\/html>\s*$/)
      }),
      { numRuns: 200 },
    )
  })

  it('describes a payment to the bank, cut between characters', async () => {
    const service = await openYookassa()
    const bank = createYookassaBank(service.account)
    const amount = { amount: 100, currencyId: 643 } as const
    for (const [index, text] of [
      `${'a'.repeat(127)}🏃`,
      `${'a'.repeat(121)}👨‍👩‍👧b`,
      '\ud83c🏃'.repeat(50),
    ].entries())
      await bank.createPayment({
        ...{
          paymentId: `p${index}`,
          invoiceNumber: '1',
          amount,
          kind: 'External',
          language: 'ru',
          description: text,
        },
        returnUrl: 'https://one.test/',
        receipt: {
          ...{ email: 'a@b.cc', taxSystem: 'general', vat: 'none' },
          items: [{ title: text, quantity: 1, price: amount, mode: 'full_payment' }],
        },
      } as never)
    const descriptions = service.createdPayments.map(({ body }) => String(body.description))
    expect(descriptions).toEqual(['a'.repeat(127), 'a'.repeat(121), expect.any(String)])
    for (const text of descriptions) expect(text).not.toMatch(/\p{Cs}/u)
    await service.close()
  })

  it('of any bytes is the name of a file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(decodeFileName(bytes.filter((byte) => byte !== 0 && byte !== 0x2f))).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})
