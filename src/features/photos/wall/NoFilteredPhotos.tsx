import { Text } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'

/** Says in place of the photos that the chosen point and time have none, and offers to show all. */
export function NoFilteredPhotos({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Note
      role="status"
      action={
        <Button size="sm" kind="outline" onClick={onShowAll}>
          <Text id="photos.part.whole" />
        </Button>
      }
    >
      <Text id="photos.part.nothing" />
    </Note>
  )
}
