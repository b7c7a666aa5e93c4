import { useAtom } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Event } from '../../../../contract/events.ts'
import { Text, useErrorText, useText } from '../../../platform/language/index.ts'
import { persisted } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { GuidancePlate } from '../../../ui/camera/OvalBezel.tsx'
import type { useSelfieFlow } from '../use-selfie-flow.ts'
import { CameraControls, FileInput, WithoutCamera } from './CameraControls.tsx'
import { CameraPreview } from './CameraPreview.tsx'
import type { CameraHandle } from './CameraView.tsx'
import { isWithoutPicture } from './camera.ts'
import { chooseBezelState, chooseGuide, isFramePoor } from './guide.ts'
import { useCamera } from './use-camera.ts'
import { useGuidance } from './use-guidance.ts'

/** Stores whether pictures are taken automatically. Persisted: switching it off once applies to later visits too. */
const autoCapture = persisted({ key: 'autoShot', schema: z.boolean(), initial: true })

interface Props
  extends Pick<
    ReturnType<typeof useSelfieFlow>,
    'screen' | 'isOnDeviceOnly' | 'still' | 'mirrored' | 'processPicture' | 'sendAnyway'
  > {
  event: Event | undefined
}

/** Names the source of the last picture. */
type CaptureSource = 'itself' | 'shutter' | 'file'

/** Renders a button's name for screen readers only; the visible text describes the button's icon instead. */
const renderButtonName = (name: ReactNode) => <span className="sr-only">{name}</span>

/** Offers camera or file, with guidance for the picture. */
export function SelfieCapture({
  event,
  screen,
  isOnDeviceOnly,
  still,
  mirrored,
  processPicture,
  sendAnyway,
}: Props) {
  const text = useText()
  const errorText = useErrorText()
  const cameraRef = useRef<CameraHandle>(null)
  const fileInputRef = useRef<HTMLInputElement>(null)
  const { cameraState: detectedCamera, ...cameraControls } = useCamera()
  const camera = detectedCamera ?? 'asking'
  const [source, setSource] = useState<CaptureSource>()
  const [isAuto, setAuto] = useAtom(autoCapture.atom)
  const busy = screen.step === 'preparing'
  // a runner who picks a file does not intend to be photographed by the camera
  const isAutoCapture = isAuto && source !== 'file'

  const capture = async (captureSource: CaptureSource) => {
    const picture = await cameraRef.current?.capture()
    if (!picture) return
    setSource(captureSource)
    navigator.vibrate?.(20)
    await processPicture(picture, { mirrored: cameraControls.facing === 'user' })
  }
  const pickFile = () => {
    setSource('file')
    fileInputRef.current?.click()
  }
  const onFileChosen = (file: File) => {
    setSource('file')
    void processPicture(file)
  }
  const setAutoCapture = (on: boolean) => {
    setAuto(on)
    if (on) setSource(undefined)
  }
  const { verdict, isPaused, faces, progress } = useGuidance({
    isActive: camera === 'open' && event !== undefined && !busy,
    isAutoCapture,
    refusal: screen.step === 'refused' ? (still ?? screen.code) : undefined,
    video: () => cameraRef.current?.video(),
    onCapture: () => void capture('itself'),
  })
  const guideInput = {
    screen,
    camera,
    live: { verdict, isPaused, isAutoCapture },
    wasAutoCaptured: source === 'itself',
    isFromFile: source !== 'itself' && source !== 'shutter',
  }
  const guide = chooseGuide(guideInput)
  return (
    <div className="pf-cam mx-auto pf-shooting flex w-full max-w-[34rem] flex-1 flex-col">
      <h1 className="sr-only">
        <Text id="selfie.heading" />
      </h1>
      <CameraPreview
        ref={cameraRef}
        camera={detectedCamera}
        onCameraState={cameraControls.setCameraState}
        attempt={cameraControls.attempt}
        facing={cameraControls.facing}
        state={chooseBezelState(guideInput)}
        progress={progress}
        faces={faces}
        still={busy && still !== undefined ? { url: still, mirrored } : undefined}
        autoCapture={verdict && !busy ? { isOn: isAutoCapture, onChange: setAutoCapture } : undefined}
      />
      <div className="mx-4 mt-2.5">
        <GuidancePlate icon={guide.icon} tone={guide.tone} title={text(guide.titleId)}>
          {'code' in guide.sentence ? (
            errorText(guide.sentence.code)
          ) : (
            <Text id={guide.sentence.id} values={{ name: renderButtonName }} />
          )}
        </GuidancePlate>
      </div>
      {verdict === 'good' && !busy && (
        <p className="mx-6 mt-2.5 text-center text-sm font-medium text-ink-2">
          {text(!isAutoCapture ? 'selfie.auto.off' : isPaused ? 'selfie.auto.rests' : 'selfie.auto.on')}
        </p>
      )}
      <div className="mt-auto pt-3">
        {screen.maySendAnyway && (
          <div className="px-4 pb-2">
            <Button kind="ghost" full onClick={() => void sendAnyway()}>
              <Text id={isOnDeviceOnly ? 'selfie.useAnyway' : 'selfie.sendAnyway'} />
            </Button>
          </div>
        )}
        {camera === 'unasked' || isWithoutPicture(camera) ? (
          <WithoutCamera
            camera={camera}
            busy={busy}
            onRequestCamera={cameraControls.requestCamera}
            onPickFile={pickFile}
          />
        ) : (
          <CameraControls
            canCapture={camera === 'open' && event !== undefined}
            isFramePoor={isFramePoor(guideInput)}
            canSwitch={cameraControls.canSwitch}
            busy={busy}
            onCapture={() => void capture('shutter')}
            onSwitchCamera={cameraControls.switchCamera}
            onPickFile={pickFile}
          />
        )}
        <FileInput ref={fileInputRef} onFile={onFileChosen} />
        <p className="px-6 pt-1.5 pb-5 text-center text-sm font-medium text-ink-2">
          <Text id={isOnDeviceOnly ? 'selfie.stays' : 'selfie.privacy'} />
        </p>
      </div>
    </div>
  )
}
