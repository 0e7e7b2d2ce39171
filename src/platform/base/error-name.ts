/** Returns the name of an error, for logs of errors whose messages may have secrets, such as a card processor's. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
