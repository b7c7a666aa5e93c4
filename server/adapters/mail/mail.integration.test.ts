import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolderMailer } from './folder.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Photofinish <photos@photofinish.example>'
const letter = {
  id: 'order-abc',
  tenant: { name: 'trail', title: 'White Trail' },
  to: 'anna@mail.example',
  subject: 'Ваши фото готовы. Заказ 48213',
  text: 'Финиш. Фото ваши',
  html: '<p>Финиш. Фото ваши</p>',
}

let folder: string
let relay: Server
const taken: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofinish-mail-'))
  relay = createServer(converse)
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => relay.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

it('writes a letter as one file that any mail program opens, once however often it is sent', async () => {
  const outbox = join(folder, 'outbox')
  const mailer = createFolderMailer(outbox, from)
  await mailer.send(letter)
  await mailer.send(letter)
  expect(await readdir(outbox)).toEqual(['order-abc.eml'])
  checkLetter(await readFile(join(outbox, 'order-abc.eml'), 'utf8'))
})

it('hands a letter to a relay', async () => {
  const { port } = relay.address() as AddressInfo
  await createSmtpMailer(`smtp://127.0.0.1:${port}`, from).send(letter)
  expect(taken).toHaveLength(1)
  checkLetter(taken[0] ?? '')
})

it('says so when the relay is not there', async () => {
  await expect(createSmtpMailer('smtp://127.0.0.1:1', from).send(letter)).rejects.toThrow()
})

it('gives up on a relay that accepts the connection and stays silent', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const short = { connectionTimeout: 100, greetingTimeout: 100, socketTimeout: 100, dnsTimeout: 100 }
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, from, short)
  await expect(mailer.send(letter)).rejects.toThrow(/timeout|greeting/i)
  await new Promise((resolve) => silent.close(resolve))
})

it('keeps line breaks of a subject out of the headers', async () => {
  const mailer = createFolderMailer(join(folder, 'breaks'), from)
  await mailer.send({ ...letter, id: 'breaks', subject: 'Hello\r\nBcc: victim@mail.example' })
  const [head] = (await readFile(join(folder, 'breaks', 'breaks.eml'), 'utf8')).split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc:/im)
})

function checkLetter(raw: string): void {
  const [head = ''] = raw.split('\r\n\r\n')
  expect(head).toContain('From: White Trail <photos@photofinish.example>')
  expect(head).toContain('X-Photofinish-Tenant: trail')
  expect(head).toContain('To: anna@mail.example')
  expect(head).toContain('Message-ID: <order-abc@photofinish>')
  expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
  expect(raw).toContain('Content-Type: text/html; charset=utf-8')
}

/** The minimum of SMTP (RFC 5321) to receive a mail. */
function converse(socket: Socket): void {
  let rest = ''
  let letterLines: string[] | undefined
  socket.write('220 relay\r\n')
  socket.on('data', (chunk) => {
    rest += chunk.toString('utf8')
    const lines = rest.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (letterLines && line !== '.') letterLines.push(line)
      else if (letterLines) {
        taken.push(letterLines.join('\r\n'))
        letterLines = undefined
        socket.write('250 taken\r\n')
      } else if (line === 'DATA') {
        letterLines = []
        socket.write('354 go on\r\n')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  })
  socket.on('error', () => undefined)
}
