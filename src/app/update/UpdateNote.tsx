import { useAtomValue } from 'jotai'
import { Text, useText } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { updateBlocksAtom } from '../../platform/updates/index.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { updateAtom } from './updates.ts'

/** Offers the new version, never during a capture, an upload or a payment. */
export function UpdateNote() {
  const update = useAtomValue(updateAtom)
  const blockCount = useAtomValue(updateBlocksAtom)
  const path = usePath()
  const text = useText()
  const isShown = update !== null && blockCount === 0 && !path.startsWith('/order')
  useAnnounce(isShown ? `${text('app.update.title')} ${text('app.update.text')}` : undefined)
  if (!isShown) return null
  return (
    <section aria-label={text('app.update.title')} className="wrap block py-2">
      <Note
        icon="reload"
        title={<Text id="app.update.title" />}
        action={
          <TextLink small onClick={update.apply}>
            <Text id="app.update.apply" />
          </TextLink>
        }
      >
        <Text id="app.update.text" />
      </Note>
    </section>
  )
}
