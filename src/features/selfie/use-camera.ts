import { useEffect, useEffectEvent, useState } from 'react'
import type { Facing } from './CameraView.tsx'
import { type Camera, cameraPermission, thisDevice, waitsForTap } from './camera.ts'

/** Returns the selected camera, its state and the actions on it. */
export function useCamera() {
  const [camera, setCamera] = useState<Camera>()
  const [attempt, setAttempt] = useState(0)
  const [facing, setFacing] = useState<Facing>('user')
  const ask = () => {
    setCamera('asking')
    setAttempt((before) => before + 1)
  }
  useEffect(() => {
    let here = true
    void waitsForTap(thisDevice()).then((waits) => {
      if (here) setCamera(waits ? 'unasked' : 'asking')
    })
    return () => {
      here = false
    }
  }, [])
  useAllowed(camera === 'denied', ask)
  return {
    camera,
    setCamera,
    /** Another value restarts the camera. */
    attempt,
    facing,
    canSwitch: useSeveralCameras(camera),
    ask,
    switchOver: () => {
      setCamera('asking')
      setFacing(facing === 'user' ? 'environment' : 'user')
    },
  }
}

/** Restarts the camera once its permission is granted in the browser's settings. */
function useAllowed(denied: boolean, onAllowed: () => void): void {
  const allowed = useEffectEvent(onAllowed)
  useEffect(() => {
    if (!denied) return undefined
    const ended = new AbortController()
    void cameraPermission().then((status) => {
      if (ended.signal.aborted) return
      status?.addEventListener(
        'change',
        () => {
          if (status.state === 'granted') allowed()
        },
        { signal: ended.signal },
      )
    })
    return () => ended.abort()
  }, [denied])
}

/** Returns whether the device has several cameras; known only once the camera was allowed. */
function useSeveralCameras(camera: Camera | undefined): boolean {
  const [several, setSeveral] = useState(false)
  useEffect(() => {
    if (camera !== 'open') return
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => setSeveral(devices.filter((device) => device.kind === 'videoinput').length > 1),
      () => setSeveral(false),
    )
  }, [camera])
  return several
}
