import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { stepBack } from './history.ts'

/** Returns a function that navigates to a path of the app; `replace` adds no history entry. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1]
}

/** Returns a function that goes one page back, or to `fallbackPath` when the previous entry is not the app's. */
export function useGoBack(): (fallbackPath: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (fallbackPath) => {
      if (!stepBack()) navigate(fallbackPath, { replace: true })
    },
    [navigate],
  )
}

/** Returns the decoded path of the page, without its query. */
export function usePath(): string {
  return useLocation()[0]
}

/** Returns the query of the page. */
export function useQuery(): URLSearchParams {
  return useSearchParams()[0]
}
