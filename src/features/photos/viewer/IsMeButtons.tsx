import type { Photo } from '../../../../contract/photos.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'

/** Records the runner's answer on a photo. */
export type AnswerIsMe = (photo: Photo, itIsMe: boolean) => void

/** Asks “This is me / this is not me”, dark like the viewer. Only an answer of the runner is shown as pressed. */
export function IsMeButtons(props: { photo: Photo; answerIsMe: AnswerIsMe; className?: string }) {
  const { photo, answerIsMe, className } = props
  const text = useText()
  const answer = photo.match?.itIsMe
  const idleClasses = 'min-h-13! px-2 bg-[#1d2328] text-[#fff]'
  const chosenClasses = 'min-h-13! px-2 bg-[#fff]! text-[#0c0f12]!'
  return (
    <div
      role="group"
      aria-label={text('photos.ask.label')}
      className={cx('grid grid-cols-2 gap-2', className)}
    >
      <Button
        kind="sub"
        icon="check"
        className={answer === true ? chosenClasses : idleClasses}
        aria-pressed={answer === true}
        onClick={() => answerIsMe(photo, true)}
      >
        <Text id="photos.ask.me" />
      </Button>
      <Button
        kind="sub"
        icon="close"
        className={answer === false ? chosenClasses : idleClasses}
        aria-pressed={answer === false}
        onClick={() => answerIsMe(photo, false)}
      >
        <Text id="photos.ask.notMe" />
      </Button>
    </div>
  )
}
