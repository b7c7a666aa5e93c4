import type { Photo } from '../../../../contract/photos.ts'

export const pageSize = 100

interface PhotoPage {
  items: readonly Photo[]
  total: number
}

/**
 * Loads an album page by page, on demand. Photos of pages that are not loaded are undefined. Notifies listeners of each
 * change; `version` increases with each.
 */
export class AlbumPages {
  total: number
  version = 0
  /** Error of the last page request; undefined after a success. */
  error: unknown
  private readonly load: (offset: number) => Promise<PhotoPage>
  private readonly pages = new Map<number, readonly Photo[]>()
  private readonly pendingPages = new Set<number>()
  private readonly failedPages = new Set<number>()
  private readonly stalePages = new Set<number>()
  /** Pages that are loaded completely. */
  private readonly completePages = new Set<number>()
  /** Number of photos requested of a page. */
  private readonly neededCounts = new Map<number, number>()
  private readonly listeners = new Set<() => void>()

  /**
   * @param load returns photos from an offset on; a full page or fewer, the others are requested when wanted
   * @param remembered cached beginning of the album; shown until it is loaded
   */
  constructor(
    total: number,
    load: (offset: number) => Promise<PhotoPage>,
    cachedPhotos: readonly Photo[] = [],
  ) {
    this.total = total
    this.load = load
    if (cachedPhotos.length === 0) return
    this.pages.set(0, cachedPhotos)
    this.stalePages.add(0)
  }

  at(index: number): Photo | undefined {
    return this.pages.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  /** Returns whether loading the page of a photo failed. */
  isFailed(index: number): boolean {
    return this.failedPages.has(Math.floor(index / pageSize))
  }

  /** Returns the index of a loaded photo; -1 for any other. */
  indexOf(photoId: string): number {
    for (const [page, photos] of this.pages) {
      const at = photos.findIndex((photo) => photo.photoId === photoId)
      if (at >= 0) return page * pageSize + at
    }
    return -1
  }

  /** Loads the missing photos between two indexes, `end` excluded. */
  ensureLoaded(first: number, end: number): void {
    const last = Math.max(first, Math.min(end, this.total) - 1)
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
      const count = Math.min(last + 1 - page * pageSize, pageSize)
      this.neededCounts.set(page, Math.max(count, this.neededCounts.get(page) ?? 0))
      if (!this.isLoaded(page) && !this.pendingPages.has(page) && !this.failedPages.has(page))
        void this.fetch(page)
    }
  }

  /** Returns whether the page has as many photos as were ever requested of it. */
  private isLoaded(page: number): boolean {
    if (this.stalePages.has(page)) return false
    return (
      this.completePages.has(page) ||
      (this.pages.get(page)?.length ?? 0) >= (this.neededCounts.get(page) ?? pageSize)
    )
  }

  /** Loads the failed pages again. */
  retry(): void {
    const failed = [...this.failedPages]
    this.failedPages.clear()
    for (const page of failed) void this.fetch(page)
    this.notifyListeners()
  }

  /** Sets the total of a grown album: loaded pages become stale and stay until they are wanted again. */
  setTotal(total: number): void {
    if (total === this.total) return
    this.total = total
    this.markStale()
  }

  /** Marks all pages as stale: photos may have been added. They stay until they are wanted again. */
  markStale(): void {
    for (const page of this.pages.keys()) this.stalePages.add(page)
    this.notifyListeners()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private async fetch(page: number): Promise<void> {
    this.pendingPages.add(page)
    const loadedPhotos = this.stalePages.has(page) ? [] : (this.pages.get(page) ?? [])
    const first = page * pageSize
    try {
      const { items, total } = await this.load(first + loadedPhotos.length)
      const photos = [...loadedPhotos, ...items].slice(0, pageSize)
      this.pages.set(page, photos)
      this.stalePages.delete(page)
      if (items.length === 0 || photos.length >= Math.min(pageSize, total - first))
        this.completePages.add(page)
      else this.completePages.delete(page)
      this.total = total
      this.error = undefined
    } catch (error) {
      this.failedPages.add(page)
      this.error = error
    } finally {
      this.pendingPages.delete(page)
      this.notifyListeners()
    }
    // more of the page was requested meanwhile
    if (!this.isLoaded(page) && !this.failedPages.has(page)) void this.fetch(page)
  }

  private notifyListeners(): void {
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}
