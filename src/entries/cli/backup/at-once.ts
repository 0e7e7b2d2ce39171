/** As many as wait for a disk in turns without taking much memory. */
const atOnce = 8

/** Does the work for every item, some of them at a time. Where one fails no other is begun, and it throws when all that were have ended. */
export async function workAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return
      await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
