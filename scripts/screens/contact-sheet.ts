import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a page with every picture of the folder, grouped by screen. */
export async function writeContactSheet(folder: string, files: readonly string[]): Promise<string> {
  const toScreenName = (file: string) => file.replace(/\.\w+\.\w+\.jpg$/, '')
  const screens = new Map<string, string[]>()
  for (const file of files)
    screens.set(toScreenName(file), [...(screens.get(toScreenName(file)) ?? []), file])
  const parts = [...screens].map(
    ([screen, pictures]) =>
      `<h2 id="${screen}">${screen}</h2><div>${pictures
        .map(
          (file) =>
            `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"><span>${file.split('.').slice(1, 3).join(', ')}</span></a>`,
        )
        .join('')}</div>`,
  )
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
