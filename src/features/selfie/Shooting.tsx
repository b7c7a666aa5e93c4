import { useAtom } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { GuidancePlate } from '../../ui/camera/OvalBezel.tsx'
import { autoShot } from './auto-shot.ts'
import type { CameraHandle } from './CameraView.tsx'
import { Controls, FileInput, WithoutCamera } from './Controls.tsx'
import { isWithoutPicture } from './camera.ts'
import { Finder } from './Finder.tsx'
import { chooseBezelState, chooseGuide, isHardlyUsable } from './guide.ts'
import { useCamera } from './use-camera.ts'
import { useGuidance } from './use-guidance.ts'
import type { useJourney } from './use-journey.ts'

interface Props
  extends Pick<
    ReturnType<typeof useJourney>,
    'journey' | 'stays' | 'still' | 'mirrored' | 'take' | 'sendAnyway'
  > {
  event: Event | undefined
}

/** Names the source of the last picture. */
type Source = 'itself' | 'shutter' | 'file'

/** Renders a button's name for screen readers only; the visible text describes the button's icon instead. */
const nameOfButton = (name: ReactNode) => <span className="sr-only">{name}</span>

/** Offers camera or file, with guidance for the picture. */
export function Shooting({ event, journey, stays, still, mirrored, take, sendAnyway }: Props) {
  const text = useText()
  const errorText = useErrorText()
  const handle = useRef<CameraHandle>(null)
  const files = useRef<HTMLInputElement>(null)
  const { camera: decided, ...eye } = useCamera()
  const camera = decided ?? 'asking'
  const [source, setSource] = useState<Source>()
  const [isAuto, setAuto] = useAtom(autoShot.atom)
  const busy = journey.step === 'preparing'
  // a runner who picks a file does not intend to be photographed by the camera
  const takesItself = isAuto && source !== 'file'

  const shoot = async (by: Source) => {
    const picture = await handle.current?.take()
    if (!picture) return
    setSource(by)
    navigator.vibrate?.(20)
    await take(picture, { mirrored: eye.facing === 'user' })
  }
  const pick = () => {
    setSource('file')
    files.current?.click()
  }
  const choose = (file: File) => {
    setSource('file')
    void take(file)
  }
  const switchAuto = (on: boolean) => {
    setAuto(on)
    if (on) setSource(undefined)
  }
  const { says, rests, faces, progress } = useGuidance({
    on: camera === 'open' && event !== undefined && !busy,
    takesItself,
    refusal: journey.step === 'refused' ? (still ?? journey.code) : undefined,
    video: () => handle.current?.video(),
    onShoot: () => void shoot('itself'),
  })
  const shown = {
    journey,
    camera,
    live: { says, rests, takesItself },
    tookItself: source === 'itself',
    chosen: source !== 'itself' && source !== 'shutter',
  }
  const guide = chooseGuide(shown)
  return (
    <div className="pf-cam mx-auto pf-shooting flex w-full max-w-[34rem] flex-1 flex-col">
      <h1 className="sr-only">
        <Text id="selfie.heading" />
      </h1>
      <Finder
        ref={handle}
        camera={decided}
        onCamera={eye.setCamera}
        attempt={eye.attempt}
        facing={eye.facing}
        state={chooseBezelState(shown)}
        progress={progress}
        faces={faces}
        still={busy && still !== undefined ? { url: still, mirrored } : undefined}
        auto={says && !busy ? { on: takesItself, onChange: switchAuto } : undefined}
      />
      <div className="mx-4 mt-2.5">
        <GuidancePlate icon={guide.icon} tone={guide.tone} title={text(guide.titleId)}>
          {'code' in guide.sentence ? (
            errorText(guide.sentence.code)
          ) : (
            <Text id={guide.sentence.id} values={{ name: nameOfButton }} />
          )}
        </GuidancePlate>
      </div>
      {says === 'good' && !busy && (
        <p className="mx-6 mt-2.5 text-center text-sm font-medium text-ink-2">
          {text(!takesItself ? 'selfie.auto.off' : rests ? 'selfie.auto.rests' : 'selfie.auto.on')}
        </p>
      )}
      <div className="mt-auto pt-3">
        {journey.insist && (
          <div className="px-4 pb-2">
            <Button kind="ghost" full onClick={() => void sendAnyway()}>
              <Text id={stays ? 'selfie.useAnyway' : 'selfie.sendAnyway'} />
            </Button>
          </div>
        )}
        {camera === 'unasked' || isWithoutPicture(camera) ? (
          <WithoutCamera camera={camera} busy={busy} onAsk={eye.ask} onPick={pick} />
        ) : (
          <Controls
            canShoot={camera === 'open' && event !== undefined}
            hardly={isHardlyUsable(shown)}
            canSwitch={eye.canSwitch}
            busy={busy}
            onShoot={() => void shoot('shutter')}
            onSwitch={eye.switchOver}
            onPick={pick}
          />
        )}
        <FileInput ref={files} onFile={choose} />
        <p className="px-6 pt-1.5 pb-5 text-center text-sm font-medium text-ink-2">
          <Text id={stays ? 'selfie.stays' : 'selfie.privacy'} />
        </p>
      </div>
    </div>
  )
}
