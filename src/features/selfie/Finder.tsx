import { Switch } from '@headlessui/react'
import type { Ref } from 'react'
import { useText } from '../../platform/language/index.ts'
import { type FaceBox, OvalBezel, type OvalBezelProps } from '../../ui/camera/OvalBezel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type CameraHandle, CameraView, type Facing } from './CameraView.tsx'
import { type Camera, isWithoutPicture } from './camera.ts'

interface Props {
  ref: Ref<CameraHandle>
  camera: Camera | undefined
  onCamera: (camera: Camera) => void
  /** Another value starts the camera anew. */
  attempt: number
  facing: Facing
  state: OvalBezelProps['state']
  progress: number
  faces: FaceBox[]
  /** Shown in place of the camera: the picture that was just taken. */
  still?: { url: string; mirrored: boolean }
  /** Whether pictures take themselves; without it, that cannot be chosen. */
  auto?: { on: boolean; onChange: (on: boolean) => void }
}

/** The window of the camera, in which the picture that was taken stands still. */
export function Finder(props: Props) {
  const { ref, camera, onCamera, attempt, facing, state, progress, faces, still, auto } = props
  const text = useText()
  const isOff = camera === undefined || camera === 'unasked' || isWithoutPicture(camera)
  return (
    <div className="relative mt-0.5 h-[min(110vw,100dvh-400px,620px)] min-h-50 flex-[0_1_auto] px-2.5">
      <OvalBezel
        label={text('selfie.camera')}
        state={state}
        progress={progress}
        faces={facing === 'user' ? faces.map(mirrorOf) : faces}
      >
        {isOff ? (
          <span className="grid h-full place-items-center text-[#c3cace]">
            <Icon name="camera" size={64} />
          </span>
        ) : (
          <CameraView key={attempt} ref={ref} facing={facing} onCamera={onCamera} />
        )}
        {still && (
          <img
            src={still.url}
            alt={text('selfie.still')}
            className={`absolute inset-0 ${still.mirrored ? '-scale-x-100' : ''}`}
          />
        )}
      </OvalBezel>
      {auto && (
        <Switch
          className="absolute inset-x-[12%] inset-y-[6%] rounded-[50%]"
          aria-label={text('selfie.auto')}
          checked={auto.on}
          onChange={auto.onChange}
        />
      )}
    </div>
  )
}

const mirrorOf = (face: FaceBox): FaceBox => ({ ...face, x: 1 - face.x - face.width })
