/** Does so many, some of them at once; what came of each, in order. */
export async function inParallel<T>(count: number, work: (number: number) => Promise<T>, atOnce = 16): Promise<T[]> {
  const results: T[] = new Array(count)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const number = next
      next += 1
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return results
}
