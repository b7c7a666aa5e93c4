import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import Webcam from 'react-webcam'
import { type CameraState, toCameraState } from './camera.ts'
import { computeVisiblePart } from './visible-part.ts'

export type Facing = 'user' | 'environment'

/** Gives access to the picture of an open camera. */
export interface CameraHandle {
  /** The playing video; null while none plays. */
  video(): HTMLVideoElement | null
  /** Captures the visible part of the frame at the camera's resolution, not mirrored; null while there is no frame. */
  capture(): Promise<Blob | null>
}

interface Props {
  facing: Facing
  onCameraState: (camera: CameraState) => void
  ref: Ref<CameraHandle>
}

/** Delays the report that a call or another app has taken the camera; shorter pauses are not reported. */
const interruptionDelayInMs = 1_500
/** Limits the restarts: after these, the camera counts as busy and is not requested again. */
const maxRestarts = 3

/** Shows the live picture. Its stream ends when the page is hidden or left, and restarts when the page is visible again. */
export function CameraView({ facing, onCameraState, ref }: Props) {
  const webcamRef = useRef<Webcam>(null)
  const visible = useVisible(() => onCameraState('asking'))
  const [restartCount, setRestartCount] = useState(0)
  const [track, setTrack] = useState<MediaStreamTrack>()
  const getPlayingVideo = () => {
    const video = webcamRef.current?.video ?? null
    return video && video.videoWidth > 0 && video.readyState >= video.HAVE_CURRENT_DATA ? video : null
  }
  useImperativeHandle(
    ref,
    () => ({ video: getPlayingVideo, capture: () => captureStill(getPlayingVideo()) }),
    [],
  )
  useWakeLock(visible && track !== undefined)
  useTrackEvents(track, {
    onPause: () => onCameraState('interrupted'),
    onResume: () => onCameraState('open'),
    onEnd: () => {
      setTrack(undefined)
      setRestartCount(restartCount + 1)
      onCameraState(restartCount < maxRestarts ? 'asking' : 'busy')
    },
  })
  if (!visible) return null
  return (
    <Webcam
      key={`${facing} ${restartCount}`}
      ref={webcamRef}
      audio={false}
      // exact sizes fail on phones that swap the sides in portrait
      videoConstraints={{ facingMode: facing, width: { ideal: 1280 }, height: { ideal: 960 } }}
      onUserMedia={(stream) => {
        setTrack(stream.getVideoTracks()[0])
        onCameraState('open')
      }}
      onUserMediaError={(error) => onCameraState(toCameraState(error))}
      // only the preview is mirrored: bib and face must not be mirrored in the still
      className={facing === 'user' ? 'pf-mirrored' : undefined}
    />
  )
}

async function captureStill(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video) return null
  const { x, y, width, height } = computeVisiblePart({ width: video.videoWidth, height: video.videoHeight })
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

interface TrackListeners {
  onPause: () => void
  onResume: () => void
  onEnd: () => void
}

/** Reports when another app mutes the camera track, when it is unmuted, and when it ends. */
function useTrackEvents(
  track: MediaStreamTrack | undefined,
  { onPause, onResume, onEnd }: TrackListeners,
): void {
  const pause = useEffectEvent(onPause)
  const resume = useEffectEvent(onResume)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!track) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMute = () => {
      timer = setTimeout(pause, interruptionDelayInMs)
    }
    const onUnmute = () => {
      clearTimeout(timer)
      resume()
    }
    const onEnded = () => end()
    track.addEventListener('mute', onMute)
    track.addEventListener('unmute', onUnmute)
    track.addEventListener('ended', onEnded)
    if (track.muted) onMute()
    return () => {
      clearTimeout(timer)
      track.removeEventListener('mute', onMute)
      track.removeEventListener('unmute', onUnmute)
      track.removeEventListener('ended', onEnded)
    }
  }, [track])
}

function useVisible(onHide: () => void): boolean {
  const [visible, setVisible] = useState(document.visibilityState !== 'hidden')
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    const onVisibilityChange = () => {
      const isVisible = document.visibilityState !== 'hidden'
      setVisible(isVisible)
      if (!isVisible) hide()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [])
  return visible
}

/** Holds a screen wake lock where the browser supports it. */
function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !('wakeLock' in navigator)) return undefined
    // refused on low battery; the screen then turns off as usual
    const lock = navigator.wakeLock.request('screen').catch(() => undefined)
    return () => {
      void lock.then((sentinel) => sentinel?.release())
    }
  }, [isActive])
}
