import type { Demo } from '../../../contract/demo.ts'
import { formatMoment } from '../../lib/format/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { DemoSection } from './DemoSection.tsx'

/** Lists the sent e-mails. Without a mail server they are stored in a folder. */
export function SentMails({ outbox, onReload }: { outbox: Demo['outbox']; onReload: () => void }) {
  const { language } = useLanguage()
  return (
    <DemoSection titleId="demo.outbox" noteId="demo.outbox.note">
      {outbox.mails.length === 0 ? (
        <Note icon="mail" className="max-w-[44rem]">
          <Text id="demo.outbox.empty" />
        </Note>
      ) : (
        <ul className="max-w-[44rem] border-b border-line">
          {outbox.mails.map((mail) => (
            <li key={mail.url} className="border-t border-line py-2">
              <TextLink icon="mail" href={mail.url} target="_blank" rel="noopener">
                {mail.subject}
              </TextLink>
              <p className="pb-1 text-sm break-all text-ink-2 lining-nums">
                {mail.to} · {formatMoment(mail.sentOn, language)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Button kind="sub" size="sm" icon="reload" onClick={onReload}>
          <Text id="demo.outbox.look" />
        </Button>
      </div>
    </DemoSection>
  )
}
