import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Event } from '../../../contract/events.ts'
import type { FirstAnswers, FirstScreenFacts, RenderFirstScreen } from '../../../contract/first-screen.ts'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { createKeep } from '../../platform/db/kept.ts'
import { findEvent, presentEvents, searchEvents } from '../events/index.ts'
import { beginningOfAlbum } from '../photos/index.ts'

/** What is shown of the service, by the tables it is read from. */
const tables = ['events', 'photos', 'photo_tags', 'videos', 'frames', 'competitors', 'ingests']
const eventsAtHome = 12
/** More than the rows of a first screen hold. */
const photosAtFirst = 15

export interface FirstScreen extends Omit<FirstScreenFacts, 'language'> {
  html: string
}

/** Makes the first screen of a page; undefined where there is none to be made. */
export type MakeFirstScreen = (
  context: Context,
  page: { path: string; small: boolean },
) => Promise<FirstScreen | undefined>

/**
 * Makes the first screens of pages by the app itself, and keeps each until something in it changes.
 *
 * @param file the app as it was built for the server
 */
export function createFirstScreens(ground: Ground, file: string): MakeFirstScreen {
  const keep = createKeep<FirstScreen | undefined>(ground.revisions)
  let render: Promise<RenderFirstScreen> | undefined
  let loadedOn = 0
  const renderer = () => {
    const changedOn = statSync(file).mtimeMs
    if (changedOn !== loadedOn || !render) {
      loadedOn = changedOn
      render = import(`${pathToFileURL(file).href}?${changedOn}`).then(
        (app: { renderFirstScreen: RenderFirstScreen }) => app.renderFirstScreen,
      )
    }
    return render
  }
  return async (context, { path, small }) => {
    if (!existsSync(file)) return undefined
    const make = await renderer()
    const key = [context.language, small, path].join('\n')
    return keep(context, key, tables, async () => {
      const answers = await answersFor(context, path)
      if (!answers) return undefined
      const { settings } = context.tenant
      const drawn = await make({ ...answers, path, small, settings, language: context.language })
      return drawn && { ...answers, ...drawn, small }
    })
  }
}

/** Pages that say something to somebody of whom nothing is known; those of an order or a search are nothing without it. */
const drawn =
  /^\/(cart|contacts|for-\w+|gift|orders|search|event\/[^/]+(\/(photos|report|video|my|selfie))?)?$/

/** What the app would ask first; undefined for a page that is not drawn, or not without it. */
async function answersFor(context: Context, path: string): Promise<FirstAnswers | undefined> {
  if (!drawn.test(path)) return undefined
  const readOn = context.now.getTime()
  if (path === '/') {
    const { rows, total } = await searchEvents(context, { offset: 0, count: eventsAtHome })
    return { readOn, newest: { items: await presentEvents(context, rows), total } }
  }
  const [, eventId, rest] = /^\/event\/([^/]+)(\/\w+)?$/.exec(path) ?? []
  if (eventId === undefined) return { readOn }
  const row = await findEvent(context, eventId)
  if (row?.state !== 'Published') return undefined
  const [event] = (await presentEvents(context, [row])) as [Event]
  const photos = rest === undefined ? await beginningOfAlbum(context, row, photosAtFirst) : undefined
  return { readOn, event, photos }
}
