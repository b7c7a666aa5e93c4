import { useEffect, useEffectEvent, useState } from 'react'
import type { Facing } from './CameraView.tsx'
import { type CameraState, getDeviceTraits, queryCameraPermission, shouldWaitForTap } from './camera.ts'

/** Returns the selected camera, its state and the actions on it. */
export function useCamera() {
  const [cameraState, setCameraState] = useState<CameraState>()
  const [attempt, setAttempt] = useState(0)
  const [facing, setFacing] = useState<Facing>('user')
  const requestCamera = () => {
    setCameraState('asking')
    setAttempt((before) => before + 1)
  }
  useEffect(() => {
    let isMounted = true
    void shouldWaitForTap(getDeviceTraits()).then((shouldWait) => {
      if (isMounted) setCameraState(shouldWait ? 'unasked' : 'asking')
    })
    return () => {
      isMounted = false
    }
  }, [])
  useOnPermissionGranted(cameraState === 'denied', requestCamera)
  return {
    cameraState,
    setCameraState,
    /** Another value restarts the camera. */
    attempt,
    facing,
    canSwitch: useHasSeveralCameras(cameraState),
    requestCamera,
    switchCamera: () => {
      setCameraState('asking')
      setFacing(facing === 'user' ? 'environment' : 'user')
    },
  }
}

/** Restarts the camera once its permission is granted in the browser's settings. */
function useOnPermissionGranted(isDenied: boolean, onGranted: () => void): void {
  const handleGranted = useEffectEvent(onGranted)
  useEffect(() => {
    if (!isDenied) return undefined
    const abortController = new AbortController()
    void queryCameraPermission().then((status) => {
      if (abortController.signal.aborted) return
      status?.addEventListener(
        'change',
        () => {
          if (status.state === 'granted') handleGranted()
        },
        { signal: abortController.signal },
      )
    })
    return () => abortController.abort()
  }, [isDenied])
}

/** Returns whether the device has several cameras; known only once the camera was allowed. */
function useHasSeveralCameras(cameraState: CameraState | undefined): boolean {
  const [hasSeveral, setHasSeveral] = useState(false)
  useEffect(() => {
    if (cameraState !== 'open') return
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => setHasSeveral(devices.filter((device) => device.kind === 'videoinput').length > 1),
      () => setHasSeveral(false),
    )
  }, [cameraState])
  return hasSeveral
}
