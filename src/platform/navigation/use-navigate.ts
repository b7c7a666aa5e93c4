import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { cameFromInside } from './history.ts'

/** Gives a function that goes to a path of the app; `replace` leaves no entry behind. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  const [, setLocation] = useLocation()
  return useCallback((to, options) => setLocation(to, options), [setLocation])
}

/** Gives a function that goes one page back, or to the given path when the page before is not the app's. */
export function useGoBack(): (otherwise: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (otherwise) => {
      if (cameFromInside()) window.history.back()
      else navigate(otherwise, { replace: true })
    },
    [navigate],
  )
}

/** The path of the page, without its query. */
export function usePath(): string {
  return useLocation()[0]
}

/** The query of the page. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch())
}
