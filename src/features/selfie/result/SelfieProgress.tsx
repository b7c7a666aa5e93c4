import type { ReactNode } from 'react'
import { Text, useErrorText, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { OvalBezel } from '../../../ui/camera/OvalBezel.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { SelfieTexts } from './status-texts.ts'

interface Props {
  texts: SelfieTexts
  /** Fraction of the bytes that were sent, 0 to 1; absent while no upload is in progress. */
  sentShare?: number
  still?: string
  mirrored?: boolean
  /** Actions below the status. */
  children: ReactNode
}

/** Shows the still inside its ruler, and the status of the selfie. */
export function SelfieProgress({ texts, sentShare, still, mirrored, children }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const { icon, tone, titleId, sentence, noteId } = texts
  const percent = Math.floor((sentShare ?? 0) * 100)
  const sentenceText = 'code' in sentence ? errorText(sentence.code) : text(sentence.id)
  const statusText = noteId ? `${sentenceText} ${text(noteId)}` : sentenceText
  // announced every 25 %: each percent would be too many for a screen reader
  useAnnounce(`${text(titleId, { percent: Math.floor(percent / 25) * 25 })}. ${statusText}`)
  return (
    <div className="pf-cam mx-auto flex w-full max-w-[34rem] flex-1 flex-col">
      <div className="pf-still mt-0.5">
        <OvalBezel
          label={text('selfie.still')}
          state={sentShare === undefined ? 'idle' : 'hold'}
          progress={sentShare}
        >
          {still ? (
            <img src={still} alt="" className={mirrored ? 'pf-mirrored' : undefined} />
          ) : (
            <span className="pf-finder-off">
              <Icon name="face" size={64} />
            </span>
          )}
        </OvalBezel>
      </div>
      <div className={cx('pf-guide mx-4 mt-2.5', tone !== 'plain' && `pf-guide-${tone}`)}>
        <Icon name={icon} size={32} />
        <div>
          <h1 tabIndex={-1} className="outline-none">
            <b className="display">
              <Text id={titleId} values={{ percent }} />
            </b>
          </h1>
          <span>{statusText}</span>
        </div>
      </div>
      <div className="mt-auto grid gap-2 px-4 pt-4 pb-5">{children}</div>
    </div>
  )
}
