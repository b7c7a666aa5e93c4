import { useCallback } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { stepBack } from './history.ts'

/** Gives a function that goes to a path of the app; `replace` leaves no entry behind. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return navigate
}

/** Gives a function that goes one page back, or to the given path when the page before is not the app's. */
export function useGoBack(): (otherwise: string) => void {
  return useCallback((otherwise) => {
    if (!stepBack()) navigate(otherwise, { replace: true })
  }, [])
}

/** The path of the page, without its query. */
export function usePath(): string {
  return decoded(usePathname())
}

/** The query of the page. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch())
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
