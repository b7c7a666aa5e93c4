import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmtpRelay, type SmtpRelay } from '../../../tests/support/providers/smtp-relay.ts'
import { RecipientRefused } from '../../features/mailing/ports.ts'
import { createFolderMailer } from './folder.ts'
import { createSmtpMailer } from './smtp.ts'

const senderAddress = 'Photofinish <photos@photofinish.example>'
const letter = {
  id: 'order-abc',
  tenant: { name: 'trail', title: 'White Trail' },
  to: 'anna@mail.example',
  subject: 'Ваши фото готовы. Заказ 48213',
  text: 'Финиш. Фото ваши',
  html: '<p>Финиш. Фото ваши</p>',
}

let folder: string
let relay: SmtpRelay

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofinish-mail-'))
  relay = await openSmtpRelay()
})
afterAll(async () => {
  await relay.close()
  await rm(folder, { recursive: true, force: true })
})

it('writes a letter as one file that any mail program opens, once however often it is sent', async () => {
  const outbox = join(folder, 'outbox')
  const mailer = createFolderMailer(outbox, senderAddress)
  await mailer.send(letter)
  await mailer.send(letter)
  expect(await readdir(outbox)).toEqual(['order-abc.eml'])
  expectLetterHeaders(await readFile(join(outbox, 'order-abc.eml'), 'utf8'))
})

it('hands a letter to a relay', async () => {
  await createSmtpMailer(relay.url, senderAddress).send(letter)
  expect(relay.receivedMails).toHaveLength(1)
  expectLetterHeaders(relay.receivedMails[0]?.raw ?? '')
})

it('converts an international domain to ASCII', async () => {
  await createSmtpMailer(relay.url, senderAddress).send({ ...letter, to: 'ivan@пример.рф' })
  expect(relay.receivedMails.at(-1)?.recipients).toEqual(['ivan@xn--e1afmkfd.xn--p1ai'])
})

it.each(['550 no such user', '553 mailbox name not allowed', '501 bad address'])(
  'knows a recipient that is refused for good: %s',
  async (reply) => {
    relay.replyTo('gone@mail.example', reply)
    const sending = createSmtpMailer(relay.url, senderAddress).send({ ...letter, to: 'gone@mail.example' })
    await expect(sending).rejects.toBeInstanceOf(RecipientRefused)
    await expect(sending).rejects.toMatchObject({ replyCode: Number(reply.slice(0, 3)) })
  },
)

it.each(['450 mailbox busy', '421 too many connections', '530 authentication required'])(
  'leaves a mail to be sent again after %s',
  async (reply) => {
    relay.replyTo('busy@mail.example', reply)
    const sending = createSmtpMailer(relay.url, senderAddress).send({ ...letter, to: 'busy@mail.example' })
    await expect(sending).rejects.not.toBeInstanceOf(RecipientRefused)
  },
)

it('does not take a refusal of the mail for one of its recipient', async () => {
  relay.replyToMail('554 looks like spam')
  const sending = createSmtpMailer(relay.url, senderAddress).send(letter)
  await expect(sending).rejects.not.toBeInstanceOf(RecipientRefused)
  relay.replyToMail('250 taken')
})

it.each(['иван@пример.рф', 'иван@mail.example'])(
  'takes %s for refused by a relay without SMTPUTF8',
  async (to) => {
    relay.replyTo(to, '553 mailbox name not allowed')
    relay.replyTo('иван@xn--e1afmkfd.xn--p1ai', '553 mailbox name not allowed')
    const sending = createSmtpMailer(relay.url, senderAddress).send({ ...letter, to })
    await expect(sending).rejects.toBeInstanceOf(RecipientRefused)
  },
)

it('says so when the relay is not there', async () => {
  await expect(createSmtpMailer('smtp://127.0.0.1:1', senderAddress).send(letter)).rejects.toThrow()
})

it('gives up on a relay that accepts the connection and stays silent', async () => {
  const silentServer = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
  const { port } = silentServer.address() as AddressInfo
  const shortTimeouts = { connectionTimeout: 100, greetingTimeout: 100, socketTimeout: 100, dnsTimeout: 100 }
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, senderAddress, shortTimeouts)
  await expect(mailer.send(letter)).rejects.toThrow(/timeout|greeting/i)
  await new Promise((resolve) => silentServer.close(resolve))
})

it('keeps line breaks of a subject out of the headers', async () => {
  const mailer = createFolderMailer(join(folder, 'breaks'), senderAddress)
  await mailer.send({ ...letter, id: 'breaks', subject: 'Hello\r\nBcc: victim@mail.example' })
  const [head] = (await readFile(join(folder, 'breaks', 'breaks.eml'), 'utf8')).split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc:/im)
})

function expectLetterHeaders(raw: string): void {
  const [head = ''] = raw.split('\r\n\r\n')
  expect(head).toContain('From: White Trail <photos@photofinish.example>')
  expect(head).toContain('X-Photofinish-Tenant: trail')
  expect(head).toContain('To: anna@mail.example')
  expect(head).toContain('Message-ID: <order-abc@photofinish>')
  expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
  expect(raw).toContain('Content-Type: text/html; charset=utf-8')
}
