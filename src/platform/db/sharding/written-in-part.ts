import { isOfOneCall } from '../batch-calls.ts'

/** Some shards have written their part of a statement, and another has refused its own. It has no code: none may be taken to say that nothing was written. */
class WrittenInPart extends Error {
  override readonly name = 'WrittenInPart'

  constructor(cause: unknown) {
    super(`some shards have written their part of it: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * What is said of a statement whose parts have failed so: what leaves unknown what was written, before what says that nothing was. `isWritten`:
 * whether others have written theirs.
 */
export function failureOfParts(failures: readonly unknown[], isWritten: boolean): unknown {
  const failure = failures.find((one) => !isOfOneCall(one)) ?? failures[0]
  return isWritten && isOfOneCall(failure) ? new WrittenInPart(failure) : failure
}
