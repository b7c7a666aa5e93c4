import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail that the relay has accepted. */
interface ReceivedMail {
  /** Addresses of `RCPT TO`, as sent. */
  readonly recipients: readonly string[]
  readonly raw: string
}

export interface SmtpRelay {
  readonly url: string
  readonly receivedMails: readonly ReceivedMail[]
  /** Number of `RCPT TO` with this address, with any reply. */
  countTries(address: string): number
  /** Replies to `RCPT TO` of an address, e.g. `553 no such mailbox`; undefined accepts it again. */
  replyTo(address: string, reply: string | undefined): void
  /** Replies to the end of the next mails. */
  replyToMail(reply: string): void
  close(): Promise<void>
}

/** Starts a relay with the minimum of SMTP (RFC 5321) to receive mails, without SMTPUTF8. */
export async function openSmtpRelay(): Promise<SmtpRelay> {
  const receivedMails: ReceivedMail[] = []
  const triedRecipients: string[] = []
  const replies = new Map<string, string>()
  let replyAtEnd = '250 taken'

  function handleConnection(socket: Socket): void {
    let incompleteLine = ''
    let recipients: string[] = []
    let mail: string[] | undefined
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const handleLine = (line: string) => {
      const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1]
      if (recipient !== undefined) {
        triedRecipients.push(recipient)
        const refusal = replies.get(recipient)
        if (refusal === undefined) recipients.push(recipient)
        reply(refusal ?? '250 fine')
      } else if (line === 'DATA') {
        mail = []
        reply('354 go on')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else {
        if (/^MAIL FROM/i.test(line)) recipients = []
        reply('250 fine')
      }
    }
    reply('220 relay')
    socket.on('data', (chunk) => {
      incompleteLine += chunk.toString('utf8')
      const lines = incompleteLine.split('\r\n')
      incompleteLine = lines.pop() ?? ''
      for (const line of lines) {
        if (mail && line !== '.') mail.push(line)
        else if (mail) {
          if (replyAtEnd.startsWith('2')) receivedMails.push({ recipients, raw: mail.join('\r\n') })
          mail = undefined
          reply(replyAtEnd)
        } else handleLine(line)
      }
    })
    socket.on('error', () => undefined)
  }

  const server = createServer(handleConnection)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedMails,
    countTries: (address) => triedRecipients.filter((one) => one === address).length,
    replyTo: (address, line) => {
      if (line === undefined) replies.delete(address)
      else replies.set(address, line)
    },
    replyToMail: (line) => {
      replyAtEnd = line
    },
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
