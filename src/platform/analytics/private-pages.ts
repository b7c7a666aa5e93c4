import { pageRows } from '../../../contract/pages.ts'

const getFirstSegment = (path: string) => path.split('/')[1]

/** First segments of the addresses of private pages. */
const privateSegments = new Set(
  pageRows.filter(({ isPrivate }) => isPrivate).map(({ path }) => getFirstSegment(path)),
)

/** Returns whether a page may be counted. */
export function isCounted(path: string): boolean {
  return !privateSegments.has(getFirstSegment(path.toLowerCase()))
}
