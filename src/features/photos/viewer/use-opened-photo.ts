import { buildPath, useGoBack, useNavigate, usePath, useQuery } from '../../../platform/navigation/index.ts'

export interface OpenedPhoto {
  photoId: string
  /** Hints at the index in the list, which was valid when the URL was created. */
  at: number
}

/** Returns the photo that the URL opens (`?photo=ID&at=INDEX`), with functions to open and close one. */
export function useOpenedPhoto() {
  const path = usePath()
  const query = useQuery()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const photoId = query.get('photo')
  const opened: OpenedPhoto | null = photoId ? { photoId, at: Number(query.get('at')) || 0 } : null
  const rest = new URLSearchParams(query)
  rest.delete('photo')
  rest.delete('at')

  const open = (photo: string, at: number, options?: { replace?: boolean }) => {
    const to = new URLSearchParams(rest)
    to.set('photo', photo)
    to.set('at', String(at))
    navigate(buildPath(path, to), options)
  }
  const close = () => goBack(buildPath(path, rest))
  return { opened, open, close }
}
