import fc from 'fast-check'

interface Limits {
  readonly numRuns: number
  /** After this time no further history begins. The one under way is played to its end, so that nothing runs later. */
  readonly seconds: number
}

/** Plays random histories. Throws the error of the first that fails, with its seed. */
export async function playHistories<T>(
  histories: fc.Arbitrary<T>,
  play: (history: T) => Promise<void>,
  { numRuns, seconds }: Limits,
): Promise<void> {
  const end = Date.now() + seconds * 1_000
  const property = fc.asyncProperty(histories, async (history) => {
    if (Date.now() < end) await play(history)
  })
  await fc.assert(property, { numRuns, endOnFailure: true })
}
