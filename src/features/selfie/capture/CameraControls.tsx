import type { ChangeEvent, ReactNode, Ref } from 'react'
import { Text, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Shutter } from '../../../ui/camera/OvalBezel.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { type CameraState, detectBrowserFamily, getDeviceTraits } from './camera.ts'

interface CameraControlsProps {
  /** Enables the shutter: the camera has a frame to capture. */
  canCapture: boolean
  /** Mutes the shutter: the current frame would probably be refused. */
  isFramePoor: boolean
  canSwitch: boolean
  busy: boolean
  onCapture: () => void
  onSwitchCamera: () => void
  /** Opens the file picker; the runner may cancel it. */
  onPickFile: () => void
}

/** Renders the shutter, between upload and camera switch. */
export function CameraControls(props: CameraControlsProps) {
  const { canCapture, isFramePoor, canSwitch, busy, onCapture, onSwitchCamera, onPickFile } = props
  const text = useText()
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center px-4 pt-3 pb-1.5 text-center">
      <SideButton icon="image" disabled={busy} onClick={onPickFile}>
        <Text id="selfie.upload" />
      </SideButton>
      <Shutter
        label={text('selfie.shoot')}
        disabled={!canCapture || busy}
        muted={isFramePoor}
        onClick={onCapture}
      />
      {canSwitch ? (
        <SideButton icon="flip" disabled={busy} onClick={onSwitchCamera}>
          <Text id="selfie.switch" />
        </SideButton>
      ) : (
        <span />
      )}
    </div>
  )
}

interface WithoutCameraProps {
  camera: CameraState
  /** Requests the camera, for the first time or again. */
  onRequestCamera: () => void
  onPickFile: () => void
  busy: boolean
}

/** Offers the upload when there is no camera, and explains what can be done about the camera. */
export function WithoutCamera({ camera, onRequestCamera, onPickFile, busy }: WithoutCameraProps) {
  const isAwaitingTap = camera === 'unasked'
  return (
    <div className="grid gap-1 px-4 pt-1 pb-1.5">
      {camera === 'denied' && <PermissionHelp />}
      {isAwaitingTap && (
        <Button kind="primary" icon="camera" full onClick={onRequestCamera}>
          <Text id="selfie.askAgain" />
        </Button>
      )}
      <Button kind={isAwaitingTap ? 'ghost' : 'primary'} icon="image" full busy={busy} onClick={onPickFile}>
        <Text id="selfie.uploadPhoto" />
      </Button>
      {(camera === 'denied' || camera === 'busy') && (
        <Button kind="ghost" full onClick={onRequestCamera}>
          <Text id="selfie.askAgain" />
        </Button>
      )}
    </div>
  )
}

function PermissionHelp() {
  return (
    <p className="mb-2 border-l-4 border-(--pf-cam-ink) py-0.5 pl-3 font-medium">
      <Text id={`selfie.allow.${detectBrowserFamily(getDeviceTraits())}`} />
    </p>
  )
}

/**
 * Renders the file input apart from the buttons, which change with the camera. The `change` event of an input that has left the
 * page never arrives.
 */
export function FileInput({ onFile, ref }: { onFile: (file: File) => void; ref: Ref<HTMLInputElement> }) {
  const onChange = (changeEvent: ChangeEvent<HTMLInputElement>) => {
    const file = changeEvent.target.files?.[0]
    // allows choosing the same file again
    changeEvent.target.value = ''
    if (file) onFile(file)
  }
  return <input ref={ref} type="file" accept="image/*" hidden onChange={onChange} />
}

interface SideButtonProps {
  icon: IconName
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function SideButton({ icon, disabled, onClick, children }: SideButtonProps) {
  return (
    <button
      type="button"
      className="flex min-h-16 min-w-24 flex-col items-center justify-center gap-1 justify-self-center rounded-control text-sm font-semibold"
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
