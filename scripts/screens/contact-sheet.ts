import { readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * Writes a page with every picture of the folder, grouped by screen, each group beside its mockups.
 *
 * @param mockupFolders hold PNGs that are called like a screen, with the width in pixels: `cart-390.png`
 */
export async function writeContactSheet(
  folder: string,
  files: readonly string[],
  mockupFolders: readonly string[],
): Promise<string> {
  const toScreenName = (file: string) => file.replace(/\.\w+\.\w+\.jpg$/, '')
  const mockups = await findMockups(folder, mockupFolders)
  const screens = new Map<string, string[]>()
  for (const file of files)
    screens.set(toScreenName(file), [...(screens.get(toScreenName(file)) ?? []), file])
  const parts = [...screens].map(([screen, pictures]) => {
    const screenMockups = mockups.get(screen.slice(screen.lastIndexOf('/') + 1)) ?? []
    const figures = [
      ...screenMockups.map((file) => renderFigure(file, 'mockup')),
      ...pictures.map((file) => renderFigure(file, file.split('.').slice(1, 3).join(', '))),
    ]
    return `<h2 id="${screen}">${screen}</h2><div>${figures.join('')}</div>`
  })
  const page = join(folder, 'index.html')
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{margin:24px;font:15px system-ui;background:#e9ebea}
h2{margin:32px 0 8px;font-size:17px}
div{display:flex;gap:12px;align-items:flex-start;overflow-x:auto}
a{color:#000;text-decoration:none}
img{display:block;height:420px;background:#fff}
</style>${parts.join('\n')}`,
  )
  return page
}

const renderFigure = (file: string, caption: string) =>
  `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"><span>${caption}</span></a>`

/** Returns paths of mockups, relative to the folder of the pictures, by the name of their screen. */
async function findMockups(
  folder: string,
  mockupFolders: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const mockups = new Map<string, readonly string[]>()
  for (const mockupFolder of mockupFolders)
    for (const name of (await readdir(mockupFolder)).toSorted()) {
      const screen = /^(.+?)(?:-dark)?-\d+\.png$/.exec(name)?.[1]
      if (screen)
        mockups.set(screen, [...(mockups.get(screen) ?? []), relative(folder, join(mockupFolder, name))])
    }
  return mockups
}
