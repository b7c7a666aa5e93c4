import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from '../../features/mailing/ports.ts'
import { toMimeMessage } from './message.ts'

/** Writes each mail atomically as an `.eml` file, once per id. */
export function createFolderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { id } = mail
      const sent = await transport.sendMail(toMimeMessage(mail, from))
      const file = join(folder, `${id.replace(/[^A-Za-z0-9_-]/g, '_')}.eml`)
      await writeFile(`${file}.part`, sent.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
