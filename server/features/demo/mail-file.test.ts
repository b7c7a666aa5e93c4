import { expect, it } from 'vitest'
import { readMailFile } from './mail-file.ts'

it('reads headers and the HTML part of a mail as nodemailer writes it', async () => {
  const { createTransport } = await import('nodemailer')
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: 'Photofinish <photos@localhost>',
    to: 'Анна <anna@example.org>',
    subject: 'Ваши фотографии готовы: полумарафон «Три моста», заказ 1042, спасибо и до новых встреч',
    date: new Date('2026-09-13T08:00:00Z'),
    text: 'Скачать: https://example.org/order/1',
    html: '<p>Скачать: <a href="https://example.org/order/1?a=b">заказ</a> – ждём вас снова на старте!</p>',
  })
  const mail = readMailFile(message as Buffer)
  expect(mail.subject).toContain('Ваши фотографии готовы: полумарафон «Три моста», заказ 1042')
  expect(mail.subject).toContain('встреч')
  expect(mail.to).toContain('anna@example.org')
  expect(mail.sentOn).toEqual(new Date('2026-09-13T08:00:00Z'))
  expect(mail.body).toEqual({
    kind: 'html',
    content: expect.stringContaining('<a href="https://example.org/order/1?a=b">заказ</a> – ждём вас снова'),
  })
})

it('shows a mail of text alone as text', () => {
  const mail = readMailFile(
    Buffer.from('Subject: =?UTF-8?B?0KHRh9GR0YI=?=\r\nTo: a@b.example\r\n\r\nHello\r\n'),
  )
  expect(mail).toMatchObject({ subject: 'Счёт', body: { kind: 'text', content: 'Hello\n' } })
})

it('leaves out what a file does not contain', () => {
  expect(readMailFile(Buffer.from('Subject: x'))).toEqual({
    tenant: '',
    subject: 'x',
    to: '',
    sentOn: undefined,
    body: { kind: 'text', content: '' },
  })
})
