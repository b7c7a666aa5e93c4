import { Text } from '../../platform/language/index.ts'
import { Note } from '../../ui/feedback/Note.tsx'

/** Says that notifications need the installed app, and how to install it in Safari on iOS. */
export function InstallNote({ className }: { className?: string }) {
  return (
    <Note icon="bell" title={<Text id="push.install.title" />} className={className}>
      <Text id="push.install.text" />
    </Note>
  )
}
