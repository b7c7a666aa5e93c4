import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import Webcam from 'react-webcam'
import { type Camera, cameraAfter } from './camera.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { visiblePart } from './visible-part.ts'

export type Facing = 'user' | 'environment'

/** Gives access to the picture of an open camera. */
export interface CameraHandle {
  /** The playing video; null while none plays. */
  video(): HTMLVideoElement | null
  /** Captures the visible part of the frame at the camera's resolution, not mirrored; null while there is no frame. */
  take(): Promise<Blob | null>
}

interface Props {
  facing: Facing
  onCamera: (camera: Camera) => void
  ref: Ref<CameraHandle>
}

/** Delays the report that a call or another app has taken the camera; shorter pauses are not reported. */
const interruptedAfterInMs = 1_500
/** Limits the restarts: after these, the camera counts as busy and is not requested again. */
const maxReturns = 3

/** Shows the live picture. Its stream ends when the page is hidden or left, and restarts when the page is visible again. */
export function CameraView({ facing, onCamera, ref }: Props) {
  const webcam = useRef<Webcam>(null)
  const visible = useVisible(() => onCamera('asking'))
  const [returns, setReturns] = useState(0)
  const [track, setTrack] = useState<MediaStreamTrack>()
  const playing = () => {
    const video = webcam.current?.video ?? null
    return video && video.videoWidth > 0 && video.readyState >= video.HAVE_CURRENT_DATA ? video : null
  }
  useImperativeHandle(ref, () => ({ video: playing, take: () => captureStill(playing()) }), [])
  useWakeLock(visible && track !== undefined)
  useTrack(track, {
    onPause: () => onCamera('interrupted'),
    onGoOn: () => onCamera('open'),
    onEnd: () => {
      setTrack(undefined)
      setReturns(returns + 1)
      onCamera(returns < maxReturns ? 'asking' : 'busy')
    },
  })
  if (!visible) return null
  return (
    <Webcam
      key={`${facing} ${returns}`}
      ref={webcam}
      audio={false}
      // exact sizes fail on phones that swap the sides in portrait
      videoConstraints={{ facingMode: facing, width: { ideal: 1280 }, height: { ideal: 960 } }}
      onUserMedia={(stream) => {
        setTrack(stream.getVideoTracks()[0])
        onCamera('open')
      }}
      onUserMediaError={(error) => onCamera(cameraAfter(error))}
      // only the preview is mirrored: bib and face must not be mirrored in the still
      className={facing === 'user' ? 'pf-mirrored' : undefined}
    />
  )
}

async function captureStill(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video) return null
  const { x, y, width, height } = visiblePart({ width: video.videoWidth, height: video.videoHeight })
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

interface TrackNews {
  onPause: () => void
  onGoOn: () => void
  onEnd: () => void
}

/** Reports when another app mutes the camera track, when it is unmuted, and when it ends. */
function useTrack(track: MediaStreamTrack | undefined, { onPause, onGoOn, onEnd }: TrackNews): void {
  const pause = useEffectEvent(onPause)
  const goOn = useEffectEvent(onGoOn)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!track) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const muted = () => {
      timer = setTimeout(pause, interruptedAfterInMs)
    }
    const unmuted = () => {
      clearTimeout(timer)
      goOn()
    }
    const ended = () => end()
    track.addEventListener('mute', muted)
    track.addEventListener('unmute', unmuted)
    track.addEventListener('ended', ended)
    if (track.muted) muted()
    return () => {
      clearTimeout(timer)
      track.removeEventListener('mute', muted)
      track.removeEventListener('unmute', unmuted)
      track.removeEventListener('ended', ended)
    }
  }, [track])
}

function useVisible(onHide: () => void): boolean {
  const [visible, setVisible] = useState(document.visibilityState !== 'hidden')
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    const look = () => {
      const isVisible = document.visibilityState !== 'hidden'
      setVisible(isVisible)
      if (!isVisible) hide()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}
