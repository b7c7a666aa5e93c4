import { expect, it } from 'vitest'
import { Failure } from '../../platform/http/problem.ts'
import { createPictureMemory, type PictureMemory } from './picture-memory.ts'

/** Reserves memory. @returns a function that releases it; undefined when it was refused with a time to wait */
function reserve(
  memory: PictureMemory,
  client: string,
  sizeInBytes: number,
): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve, reject) => {
    const work = memory.run(
      { client, sizeInBytes },
      () =>
        new Promise<void>((release) =>
          resolve(() => {
            release()
            return work
          }),
        ),
    )
    work.catch((error: unknown) => {
      const isRefusal = error instanceof Failure && Number(error.retryAfterInSeconds) > 0
      if (isRefusal) resolve(undefined)
      else reject(error)
    })
  })
}

it('gives a client a quarter of the free memory at most, and refuses more with a time to wait', async () => {
  const memory = createPictureMemory(1_000)
  expect(await reserve(memory, 'a', 251)).toBeUndefined()
  expect(await reserve(memory, 'a', 100)).toBeDefined()
  expect(await reserve(memory, 'a', 126)).toBeUndefined()
  expect(await reserve(memory, 'a', 100)).toBeDefined()
  expect(await reserve(memory, 'a', 1)).toBeUndefined()
})

it('leaves memory for a small picture of another client when many clients hold all they may', async () => {
  const memory = createPictureMemory(1_000_000)
  for (let client = 0; client < 12; client++) while (await reserve(memory, `attacker ${client}`, 1_000));
  expect(await reserve(memory, 'attacker 12', 20_000)).toBeUndefined()
  expect(await reserve(memory, 'runner', 1_000)).toBeDefined()
})

it('frees the memory when the work ends, also with an error', async () => {
  const memory = createPictureMemory(1_000)
  for (let round = 0; round < 3; round++) {
    const release = await reserve(memory, 'a', 250)
    expect(await reserve(memory, 'b', 200)).toBeUndefined()
    await release?.()
    const work = memory.run({ client: 'a', sizeInBytes: 250 }, () => Promise.reject(new Error('broken')))
    await expect(work).rejects.toThrow('broken')
  }
})
