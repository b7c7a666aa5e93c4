import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { listSchema, Page } from './common.ts'

export const ThemeImage = z.object({
  id: z.string(),
  place: z.enum(['hero', 'slider', 'partner', 'logo']),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})
export type ThemeImage = z.infer<typeof ThemeImage>

export const listThemeImages = defineCall({
  service: 'themes',
  name: 'listThemeImages',
  summary: 'Lists the pictures of a theme with their alternative texts in the requested language',
  method: 'GET',
  path: '/themeImages',
  auth: 'none',
  query: z.object({ themeId: z.string().check(z.maxLength(64)), offset: Page.offset, count: Page.count }),
  status: 200,
  answer: listSchema(ThemeImage),
  revalidated: true,
  errors: ['NotFound'],
})
