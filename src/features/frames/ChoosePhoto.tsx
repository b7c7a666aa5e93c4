import { Radio, RadioGroup } from '@headlessui/react'
import { type Ref, useId } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { PartNotLoaded } from '../../platform/loading/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ChipRadios } from '../../ui/form/ChipRadios.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { chooseSmallImage, toAltText } from '../photos/index.ts'
import type { PhotoChoice } from './use-photos.ts'

interface Props {
  ref: Ref<HTMLFieldSetElement>
  event: Event
  choice: PhotoChoice | undefined
  value: string | undefined
  /** States why the purchase cannot continue. */
  error?: string
  onChange: (photoId: string) => void
  /** Switches between the photos of the person searched for and all photos. */
  sourceSwitch?: {
    showsAll: boolean
    ownCount: number
    allCount: number
    onSwitch: (toAll: boolean) => void
  }
}

/** Selects one of many photos: a scrolling strip on a phone, rows on a wide screen. */
export function ChoosePhoto({ ref, event, choice, value, error, onChange, sourceSwitch }: Props) {
  const text = useText()
  const errorId = useId()
  return (
    <fieldset ref={ref} className="mt-6 min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="title">
        <Text id="frames.choose" />
      </legend>
      <p id={errorId} role="alert" className="mt-1 flex gap-1.5 font-semibold text-danger empty:hidden">
        {error && (
          <>
            <Icon name="warning" size={20} className="mt-0.5 flex-none" />
            {error}
          </>
        )}
      </p>
      {sourceSwitch && (
        <ChipRadios
          label={text('frames.choose.from')}
          className="pt-3"
          value={sourceSwitch.showsAll ? 'all' : 'own'}
          onChange={(shown) => sourceSwitch.onSwitch(shown === 'all')}
          options={[
            { value: 'own', label: text('frames.choose.own'), count: sourceSwitch.ownCount },
            { value: 'all', label: text('frames.choose.all'), count: sourceSwitch.allCount },
          ]}
        />
      )}
      <Photos event={event} choice={choice} value={value} onChange={onChange} />
    </fieldset>
  )
}

function Photos({ event, choice, value, onChange }: Pick<Props, 'event' | 'choice' | 'value' | 'onChange'>) {
  const { language } = useLanguage()
  const text = useText()
  if (!choice || choice.state === 'loading') {
    return (
      <div className="mt-3 flex gap-2 overflow-hidden" aria-busy="true">
        {[0, 1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-28 w-24 flex-none" />
        ))}
      </div>
    )
  }
  if (choice.state === 'failed')
    return <PartNotLoaded className="mt-3" error={choice.error} onRetry={choice.retry} />
  if (choice.photos.length === 0) {
    return (
      <Note className="mt-3">
        <Text id="frames.choose.none" />
      </Note>
    )
  }
  return (
    <RadioGroup
      className="pf-pick-photos"
      aria-label={text('frames.choose')}
      // null, not undefined: the group stays controlled while nothing is chosen
      value={value ?? null}
      onChange={(photoId: string | null) => photoId !== null && onChange(photoId)}
    >
      {choice.photos.map((photo) => {
        const picture = chooseSmallImage(photo)
        return (
          <Radio
            key={photo.photoId}
            as="div"
            value={photo.photoId}
            className="pf-tile pf-pick-photo"
            style={{ width: (112 * picture.width) / picture.height }}
          >
            <ProgressiveImage
              src={picture.url}
              width={picture.width}
              height={picture.height}
              placeholder={photo.thumb.placeholder}
              alt={toAltText(photo, event, language, text)}
            />
            <span className="pf-pick-mark">
              <Icon name="check" size={20} />
            </span>
          </Radio>
        )
      })}
      {choice.more && (
        <Button kind="outline" className="flex-none self-center" icon="plus" onClick={choice.more}>
          <Text id="frames.choose.more" />
        </Button>
      )}
    </RadioGroup>
  )
}
