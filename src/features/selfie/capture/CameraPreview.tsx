import { Switch } from '@headlessui/react'
import type { Ref } from 'react'
import { useText } from '../../../platform/language/index.ts'
import { type FaceBox, OvalBezel, type OvalBezelProps } from '../../../ui/camera/OvalBezel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { type CameraHandle, CameraView, type Facing } from './CameraView.tsx'
import { type CameraState, isWithoutPicture } from './camera.ts'

interface Props {
  ref: Ref<CameraHandle>
  /** Describes the camera; undefined until it is known whether it waits for a tap. */
  camera: CameraState | undefined
  onCameraState: (camera: CameraState) => void
  /** Another value remounts and restarts the camera. */
  attempt: number
  facing: Facing
  state: OvalBezelProps['state']
  progress: number
  faces: FaceBox[]
  /** Shown instead of the camera: the picture that was just taken. */
  still?: { url: string; mirrored: boolean }
  /** State of automatic shooting; without it, the switch is not shown. */
  autoCapture?: { isOn: boolean; onChange: (on: boolean) => void }
}

/** Renders the camera preview, frozen on the still once a picture was taken. */
export function CameraPreview(props: Props) {
  const { ref, camera, onCameraState, attempt, facing, state, progress, faces, still, autoCapture } = props
  const text = useText()
  const isOff = camera === 'unasked' || (camera !== undefined && isWithoutPicture(camera))
  return (
    <div className="pf-finder relative mt-0.5">
      <OvalBezel
        label={text('selfie.camera')}
        state={state}
        progress={progress}
        faces={facing === 'user' ? faces.map(mirrorBox) : faces}
      >
        {isOff && (
          <span className="pf-finder-off">
            <Icon name="camera" size={64} />
          </span>
        )}
        {!isOff && camera !== undefined && (
          <CameraView key={attempt} ref={ref} facing={facing} onCameraState={onCameraState} />
        )}
        {still && (
          <img
            src={still.url}
            alt={text('selfie.still')}
            className={`absolute inset-0 ${still.mirrored ? 'pf-mirrored' : ''}`}
          />
        )}
      </OvalBezel>
      {autoCapture && (
        <Switch
          className="absolute inset-x-[12%] inset-y-[6%] rounded-[50%]"
          aria-label={text('selfie.auto')}
          checked={autoCapture.isOn}
          onChange={autoCapture.onChange}
        />
      )}
    </div>
  )
}

const mirrorBox = (face: FaceBox): FaceBox => ({ ...face, x: 1 - face.x - face.width })
