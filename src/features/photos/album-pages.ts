import type { Photo } from '../../../contract/photos.ts'

export const pageSize = 100

interface PageOfPhotos {
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
  private readonly load: (offset: number) => Promise<PageOfPhotos>
  private readonly pages = new Map<number, readonly Photo[]>()
  private readonly underway = new Set<number>()
  private readonly failed = new Set<number>()
  private readonly stale = new Set<number>()
  /** Pages that are loaded completely. */
  private readonly whole = new Set<number>()
  /** Number of photos requested of a page. */
  private readonly needed = new Map<number, number>()
  private readonly listeners = new Set<() => void>()

  /**
   * @param load returns photos from an offset on; a full page or fewer, the others are requested when wanted
   * @param remembered cached beginning of the album; shown until it is loaded
   */
  constructor(
    total: number,
    load: (offset: number) => Promise<PageOfPhotos>,
    remembered: readonly Photo[] = [],
  ) {
    this.total = total
    this.load = load
    if (remembered.length === 0) return
    this.pages.set(0, remembered)
    this.stale.add(0)
  }

  at(index: number): Photo | undefined {
    return this.pages.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  /** Returns whether loading the page of a photo failed. */
  isFailed(index: number): boolean {
    return this.failed.has(Math.floor(index / pageSize))
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
  want(first: number, end: number): void {
    const last = Math.max(first, Math.min(end, this.total) - 1)
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
      const count = Math.min(last + 1 - page * pageSize, pageSize)
      this.needed.set(page, Math.max(count, this.needed.get(page) ?? 0))
      if (!this.isHere(page) && !this.underway.has(page) && !this.failed.has(page)) void this.fetch(page)
    }
  }

  /** Returns whether the page has as many photos as were ever requested of it. */
  private isHere(page: number): boolean {
    if (this.stale.has(page)) return false
    return this.whole.has(page) || (this.pages.get(page)?.length ?? 0) >= (this.needed.get(page) ?? pageSize)
  }

  /** Loads the failed pages again. */
  retry(): void {
    const failed = [...this.failed]
    this.failed.clear()
    for (const page of failed) void this.fetch(page)
    this.changed()
  }

  /** Sets the total of a grown album: loaded pages become stale and stay until they are wanted again. */
  grow(total: number): void {
    if (total === this.total) return
    this.total = total
    this.age()
  }

  /** Marks all pages as stale: photos may have been added. They stay until they are wanted again. */
  age(): void {
    for (const page of this.pages.keys()) this.stale.add(page)
    this.changed()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private async fetch(page: number): Promise<void> {
    this.underway.add(page)
    const before = this.stale.has(page) ? [] : (this.pages.get(page) ?? [])
    const first = page * pageSize
    try {
      const { items, total } = await this.load(first + before.length)
      const photos = [...before, ...items].slice(0, pageSize)
      this.pages.set(page, photos)
      this.stale.delete(page)
      if (items.length === 0 || photos.length >= Math.min(pageSize, total - first)) this.whole.add(page)
      else this.whole.delete(page)
      this.total = total
      this.error = undefined
    } catch (error) {
      this.failed.add(page)
      this.error = error
    } finally {
      this.underway.delete(page)
      this.changed()
    }
    // more of the page was requested meanwhile
    if (!this.isHere(page) && !this.failed.has(page)) void this.fetch(page)
  }

  private changed(): void {
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}
